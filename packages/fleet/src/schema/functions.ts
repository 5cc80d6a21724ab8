import { FIXED, FLEET, HEARTBEAT_SECONDS, PROTOCOL } from './names.ts'
import { SETTLE, TAKE } from './take.ts'

// All that a worker may do, with the rights of the schema's owner.

/** What counts as an attempt: one that failed, or whose worker gave no more sign of life. */
const MOST_ATTEMPTS = 4
/** How long a job waits that has failed. */
const RETRY_SECONDS = 30

const ANNOUNCE = `
CREATE OR REPLACE FUNCTION ${FLEET}.announce(p_protocol integer, p_cpu text, p_installation uuid, p_facts jsonb) RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  IF p_protocol <> ${PROTOCOL} THEN RAISE EXCEPTION 'the fleet has protocol ${PROTOCOL}, not %', p_protocol USING ERRCODE = 'SY001'; END IF;
  INSERT INTO ${FLEET}.machine AS m (cpu_id, installation, cpu_model, platform, steelyard, runtimes, allows)
  SELECT p_cpu, p_installation, p_facts->>'cpuModel', p_facts->>'platform', p_facts->>'steelyard',
    ARRAY(SELECT jsonb_array_elements_text(p_facts->'runtimes')), ARRAY(SELECT jsonb_array_elements_text(p_facts->'allows'))
  ON CONFLICT (cpu_id, installation) DO UPDATE SET cpu_model = EXCLUDED.cpu_model, platform = EXCLUDED.platform,
    steelyard = EXCLUDED.steelyard, runtimes = EXCLUDED.runtimes, allows = EXCLUDED.allows, seen_at = now();
END $$;`

const IS_MATCH = `
CREATE OR REPLACE FUNCTION ${FLEET}.is_match(r ${FLEET}.request, m ${FLEET}.machine) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.cancelled_at IS NULL AND r.steelyard = m.steelyard AND r.runtimes <@ m.runtimes AND r.needs <@ m.allows AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(r.conditions) AS c WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(c->'values') AS wanted,
        LATERAL (SELECT CASE c->>'fact' WHEN 'cpu' THEN m.cpu_id WHEN 'platform' THEN m.platform END) AS fact(value)
      WHERE fact.value = wanted OR starts_with(fact.value, wanted || '-')))
$$;`

/** A job without a sign of life goes back, and so does a slot whose machine has gone before it gave a result. */
const EXPIRE = `
CREATE OR REPLACE FUNCTION ${FLEET}.expire() RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  UPDATE ${FLEET}.task SET
    state = CASE WHEN attempts < ${MOST_ATTEMPTS} THEN 'waiting' ELSE 'failed' END,
    start_after = now(), message = 'the worker gave no sign of life'
  WHERE state = 'running' AND touched_at < now() - interval '${HEARTBEAT_SECONDS} seconds';
  WITH gone AS (
    UPDATE ${FLEET}.slot AS s SET cpu_id = NULL, installation = NULL
    FROM ${FLEET}.machine AS m
    WHERE m.cpu_id = s.cpu_id AND m.installation = s.installation AND NOT s.settled AND m.seen_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT FROM ${FLEET}.task AS t JOIN ${FLEET}.result AS d USING (job)
        WHERE (t.request, t.slot) = (s.request, s.number))
    RETURNING s.request, s.number)
  UPDATE ${FLEET}.task AS t SET token = NULL FROM gone WHERE (t.request, t.slot) = (gone.request, gone.number);
END $$;`

/** A job that has lapsed meanwhile, and that no other worker has begun, goes on. */
const TOUCH = `
CREATE OR REPLACE FUNCTION ${FLEET}.touch(p_job uuid, p_token uuid) RETURNS boolean
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  UPDATE ${FLEET}.machine AS m SET seen_at = now()
  FROM ${FLEET}.task AS t JOIN ${FLEET}.slot AS s ON (t.request, t.slot) = (s.request, s.number)
  WHERE t.job = p_job AND t.token = p_token AND (m.cpu_id, m.installation) = (s.cpu_id, s.installation);
  UPDATE ${FLEET}.task SET state = 'running', touched_at = now()
  WHERE job = p_job AND token = p_token AND state IN ('running', 'waiting', 'cancelled');
  RETURN FOUND;
END $$;`

/** Keeps a record once. A worker that was thought dead may still bring a record that no other worker has begun. */
const KEEP = `
CREATE OR REPLACE FUNCTION ${FLEET}.keep(p_job uuid, p_token uuid, p_record_id uuid, p_record bytea) RETURNS text
LANGUAGE plpgsql ${FIXED} AS $$
DECLARE
  v_task ${FLEET}.task;
  v_kept uuid;
BEGIN
  SELECT * INTO v_task FROM ${FLEET}.task WHERE job = p_job FOR UPDATE;
  SELECT record_id INTO v_kept FROM ${FLEET}.result WHERE job = p_job;
  IF v_kept IS NOT NULL THEN RETURN CASE WHEN v_kept = p_record_id THEN 'kept' ELSE 'superseded' END; END IF;
  IF (v_task.token = p_token) IS NOT TRUE THEN RETURN 'superseded'; END IF;
  UPDATE ${FLEET}.task SET state = 'done' WHERE job = p_job;
  INSERT INTO ${FLEET}.result (job, record_id, record, cpu_id, installation)
  SELECT p_job, p_record_id, p_record, s.cpu_id, s.installation FROM ${FLEET}.slot AS s
  WHERE s.request = v_task.request AND s.number = v_task.slot;
  PERFORM FROM ${FLEET}.slot AS s WHERE s.request = v_task.request AND s.number = v_task.slot FOR UPDATE;
  UPDATE ${FLEET}.slot AS s SET settled = true WHERE s.request = v_task.request AND s.number = v_task.slot
    AND NOT EXISTS (SELECT FROM ${FLEET}.task AS t LEFT JOIN ${FLEET}.result AS d USING (job)
      WHERE (t.request, t.slot) = (s.request, s.number) AND d.job IS NULL);
  RETURN 'kept';
END $$;`

/**
 * A job that was not done. \`stopped\` and \`refused\` count as no attempt. One that a machine has refused, or failed at as often
 * as is allowed, goes to another machine as long as this one has given nothing.
 */
const GIVE_BACK = `
CREATE OR REPLACE FUNCTION ${FLEET}.give_back(p_job uuid, p_token uuid, p_kind text, p_reason text) RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
DECLARE
  v_task ${FLEET}.task;
  v_slot ${FLEET}.slot;
  v_leaves boolean;
  v_again boolean;
BEGIN
  SELECT * INTO v_task FROM ${FLEET}.task WHERE job = p_job AND token = p_token AND state = 'running' FOR UPDATE;
  IF v_task.job IS NULL THEN RETURN; END IF;
  SELECT * INTO v_slot FROM ${FLEET}.slot WHERE request = v_task.request AND number = v_task.slot FOR UPDATE;
  v_leaves := p_kind = 'refused' OR (p_kind = 'failed' AND v_task.attempts >= ${MOST_ATTEMPTS});
  v_again := p_kind = 'failed' AND NOT v_leaves;
  UPDATE ${FLEET}.task SET state = 'waiting', token = NULL,
    attempts = CASE WHEN v_leaves THEN 0 WHEN v_again THEN attempts ELSE attempts - 1 END,
    message = CASE WHEN v_again THEN left(p_reason, 1000) END,
    start_after = now() + CASE WHEN v_again THEN ${RETRY_SECONDS} ELSE 0 END * interval '1 second'
  WHERE job = p_job;
  IF NOT v_leaves THEN RETURN; END IF;
  INSERT INTO ${FLEET}.refusal (request, cpu_id, installation, reason)
  VALUES (v_task.request, v_slot.cpu_id, v_slot.installation, left(p_reason, 1000)) ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM ${FLEET}.task AS t JOIN ${FLEET}.result AS d USING (job)
    WHERE (t.request, t.slot) = (v_task.request, v_task.slot)) THEN
    UPDATE ${FLEET}.task SET state = 'failed', message = left(p_reason, 1000) WHERE job = p_job;
  ELSE
    UPDATE ${FLEET}.slot SET cpu_id = NULL, installation = NULL WHERE request = v_task.request AND number = v_task.slot;
    UPDATE ${FLEET}.task SET token = NULL WHERE request = v_task.request AND slot = v_task.slot;
  END IF;
END $$;`

/**
 * No job of the request is begun any more; what has been begun may end, and its record is kept. Adding machines
 * takes the same lock: they come before, or not at all.
 */
const CANCEL = `
CREATE OR REPLACE FUNCTION ${FLEET}.cancel(p_request text) RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_request, 8));
  UPDATE ${FLEET}.request SET cancelled_at = now() WHERE id = p_request AND cancelled_at IS NULL;
  UPDATE ${FLEET}.slot SET settled = true WHERE request = p_request AND cpu_id IS NULL AND NOT settled;
  UPDATE ${FLEET}.task SET state = 'cancelled' WHERE request = p_request AND state = 'waiting';
END $$;`

export const FUNCTIONS: string = [
  IS_MATCH,
  ANNOUNCE,
  EXPIRE,
  SETTLE,
  TAKE,
  TOUCH,
  KEEP,
  GIVE_BACK,
  CANCEL,
].join('\n')
