import { FIXED, FLEET, HEARTBEAT_SECONDS, PROTOCOL } from './names.ts'
import { JOIN, TAKE } from './take.ts'

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

/** A machine that has given no record of a request gives it up, and it is open for another. */
const LEAVE = `
CREATE OR REPLACE FUNCTION ${FLEET}.leave(p_request text, p_cpu text, p_installation uuid) RETURNS void
LANGUAGE sql ${FIXED} AS $$
  WITH gone AS (
    DELETE FROM ${FLEET}.task WHERE (request, cpu_id, installation) = (p_request, p_cpu, p_installation) RETURNING job)
  UPDATE ${FLEET}.request SET open = least(open + 1, machines) WHERE id = p_request AND EXISTS (SELECT FROM gone)
$$;`

/** A machine gives a request up; where it has given a record, what it has left to do has failed. */
const GIVE_UP = `
CREATE OR REPLACE FUNCTION ${FLEET}.give_up(p_request text, p_cpu text, p_installation uuid, p_reason text) RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  IF EXISTS (SELECT FROM ${FLEET}.task AS d WHERE d.state = 'done'
    AND (d.request, d.cpu_id, d.installation) = (p_request, p_cpu, p_installation)) THEN
    UPDATE ${FLEET}.task SET state = 'failed', message = left(p_reason, 1000)
    WHERE (request, cpu_id, installation, state) = (p_request, p_cpu, p_installation, 'waiting');
  ELSE
    PERFORM ${FLEET}.leave(p_request, p_cpu, p_installation);
  END IF;
END $$;`

/** A job without a sign of life goes back, and so do all jobs of a machine that has gone before it gave a record. */
const EXPIRE = `
CREATE OR REPLACE FUNCTION ${FLEET}.expire() RETURNS void
LANGUAGE sql ${FIXED} AS $$
  UPDATE ${FLEET}.task SET
    state = CASE WHEN attempts < ${MOST_ATTEMPTS} THEN 'waiting' ELSE 'failed' END,
    start_after = now(), message = 'the worker gave no sign of life'
  WHERE state = 'running' AND touched_at < now() - interval '${HEARTBEAT_SECONDS} seconds';
  SELECT ${FLEET}.leave(t.request, t.cpu_id, t.installation) FROM (
    SELECT DISTINCT t.request, t.cpu_id, t.installation
    FROM ${FLEET}.machine AS m JOIN ${FLEET}.task AS t USING (cpu_id, installation)
    WHERE m.seen_at < now() - interval '1 hour' AND t.state = 'waiting' AND NOT EXISTS (
      SELECT FROM ${FLEET}.task AS d WHERE d.state = 'done'
        AND (d.request, d.cpu_id, d.installation) = (t.request, t.cpu_id, t.installation))) AS t;
$$;`

/** A job that has lapsed meanwhile, and that no other worker has begun, goes on. */
const TOUCH = `
CREATE OR REPLACE FUNCTION ${FLEET}.touch(p_job uuid, p_token uuid) RETURNS boolean
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  UPDATE ${FLEET}.machine AS m SET seen_at = now() FROM ${FLEET}.task AS t
  WHERE t.job = p_job AND t.token = p_token AND (m.cpu_id, m.installation) = (t.cpu_id, t.installation);
  UPDATE ${FLEET}.task SET state = 'running', touched_at = now()
  WHERE job = p_job AND token = p_token AND state IN ('running', 'waiting');
  RETURN FOUND;
END $$;`

/** Keeps a record once. A worker that was thought dead may still bring a record that no other worker has begun. */
const KEEP = `
CREATE OR REPLACE FUNCTION ${FLEET}.keep(p_job uuid, p_token uuid, p_record_id uuid, p_record bytea) RETURNS text
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  UPDATE ${FLEET}.task SET state = 'done', record_id = p_record_id, record = p_record
  WHERE job = p_job AND token = p_token AND record IS NULL;
  RETURN CASE WHEN EXISTS (SELECT FROM ${FLEET}.task WHERE job = p_job AND record_id = p_record_id)
    THEN 'kept' ELSE 'superseded' END;
END $$;`

/**
 * A job that was not done. \`stopped\` counts as no attempt. A machine that has refused one, or failed at it as often as is
 * allowed, gives the request up.
 */
const GIVE_BACK = `
CREATE OR REPLACE FUNCTION ${FLEET}.give_back(p_job uuid, p_token uuid, p_kind text, p_reason text) RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
DECLARE
  v_task ${FLEET}.task;
BEGIN
  SELECT * INTO v_task FROM ${FLEET}.task WHERE job = p_job AND token = p_token AND state = 'running' FOR UPDATE;
  IF v_task.job IS NULL THEN RETURN; END IF;
  UPDATE ${FLEET}.task SET state = 'waiting', token = NULL,
    attempts = attempts - CASE WHEN p_kind = 'failed' THEN 0 ELSE 1 END,
    message = CASE WHEN p_kind = 'failed' THEN left(p_reason, 1000) END,
    start_after = now() + CASE WHEN p_kind = 'failed' THEN ${RETRY_SECONDS} ELSE 0 END * interval '1 second'
  WHERE job = p_job;
  IF p_kind = 'stopped' OR (p_kind = 'failed' AND v_task.attempts < ${MOST_ATTEMPTS}) THEN RETURN; END IF;
  INSERT INTO ${FLEET}.refusal (request, cpu_id, installation, reason)
  VALUES (v_task.request, v_task.cpu_id, v_task.installation, left(p_reason, 1000)) ON CONFLICT DO NOTHING;
  PERFORM ${FLEET}.give_up(v_task.request, v_task.cpu_id, v_task.installation, p_reason);
END $$;`

export const FUNCTIONS = [
  IS_MATCH,
  ANNOUNCE,
  LEAVE,
  GIVE_UP,
  EXPIRE,
  JOIN,
  TAKE,
  TOUCH,
  KEEP,
  GIVE_BACK,
].join('\n')
