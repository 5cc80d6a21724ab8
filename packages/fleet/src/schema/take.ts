import { CLOCK_MINUTES, FIXED, FLEET } from './names.ts'

/** A job that no machine has taken for so long has failed. */
const MOST_DAYS = 30

/** Jobs that waited too long, and free slots that no machine can begin any more. It looks at all that are free. */
export const SETTLE = `
CREATE OR REPLACE FUNCTION ${FLEET}.settle() RETURNS void
LANGUAGE sql ${FIXED} AS $$
  UPDATE ${FLEET}.task SET state = 'failed', message = 'no machine took it in time'
  WHERE state = 'waiting' AND start_after < now() - interval '${MOST_DAYS} days';
  UPDATE ${FLEET}.slot AS s SET settled = true FROM ${FLEET}.request AS r
  WHERE r.id = s.request AND s.cpu_id IS NULL AND s.installation IS NULL AND NOT s.settled
    AND (r.cancelled_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM ${FLEET}.task AS t
      WHERE (t.request, t.slot) = (s.request, s.number) AND t.state IN ('waiting', 'running')))
$$;`

/** In the order of the index: the first is found without the others. */
const FREE = `${FLEET}.slot AS s WHERE s.cpu_id IS NULL AND s.installation IS NULL AND NOT s.settled`
const IN_ORDER = 'ORDER BY s.cpu_id, s.installation, s.request, s.number'

/**
 * One job at a time for a machine, whichever of its workers asks. Requests come by their age, and each is looked up by
 * itself: how many others there are, and what is known of the tables, makes no difference. A slot is a machine's own once it has
 * a job of it. The next session begins once all of the last one is settled, and long enough after each job of it began.
 */
export const TAKE = `
CREATE OR REPLACE FUNCTION ${FLEET}.take(p_cpu text, p_installation uuid, p_clock timestamptz)
RETURNS TABLE (job uuid, token uuid, request text, session integer, piece integer, command text[])
LANGUAGE plpgsql ${FIXED} AS $$
#variable_conflict use_column
DECLARE
  v_token uuid := gen_random_uuid();
  v_machine ${FLEET}.machine;
  v_request ${FLEET}.request;
  v_is_own boolean;
  v_slot integer;
  v_task ${FLEET}.task;
BEGIN
  IF abs(extract(epoch FROM clock_timestamp() - p_clock)) > ${CLOCK_MINUTES} * 60 THEN
    RAISE EXCEPTION 'clock' USING ERRCODE = 'SY002', DETAIL = round(extract(epoch FROM p_clock - clock_timestamp()))::text;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(p_cpu || p_installation::text, 7));
  UPDATE ${FLEET}.machine AS m SET seen_at = now() WHERE m.cpu_id = p_cpu AND m.installation = p_installation
  RETURNING m.* INTO v_machine;
  PERFORM ${FLEET}.expire();
  IF v_machine.cpu_id IS NULL OR EXISTS (
    SELECT FROM ${FLEET}.slot AS s JOIN ${FLEET}.task AS t ON (t.request, t.slot) = (s.request, s.number)
    WHERE s.cpu_id = p_cpu AND s.installation = p_installation AND NOT s.settled AND t.state = 'running'
  ) THEN RETURN; END IF;
  FOR v_request IN
    WITH RECURSIVE free(request) AS (
      (SELECT s.request FROM ${FREE} ${IN_ORDER} LIMIT 1)
      UNION ALL
      SELECT (SELECT s.request FROM ${FREE} AND s.request > free.request ${IN_ORDER} LIMIT 1) FROM free WHERE free.request IS NOT NULL)
    SELECT r.* FROM ${FLEET}.request AS r WHERE r.id IN (
      SELECT free.request FROM free
      UNION SELECT s.request FROM ${FLEET}.slot AS s WHERE s.cpu_id = p_cpu AND s.installation = p_installation AND NOT s.settled)
    ORDER BY r.created_at, r.id
  LOOP
    CONTINUE WHEN NOT ${FLEET}.is_match(v_request, v_machine) OR EXISTS (
      SELECT FROM ${FLEET}.refusal AS f WHERE (f.request, f.cpu_id, f.installation) = (v_request.id, p_cpu, p_installation));
    v_is_own := EXISTS (
      SELECT FROM ${FLEET}.slot AS s WHERE (s.request, s.cpu_id, s.installation) = (v_request.id, p_cpu, p_installation));
    v_slot := 0;
    LOOP
      IF v_is_own THEN
        SELECT s.number INTO v_slot FROM ${FLEET}.slot AS s
        WHERE (s.request, s.cpu_id, s.installation) = (v_request.id, p_cpu, p_installation) AND NOT s.settled AND s.number > v_slot
        FOR UPDATE SKIP LOCKED;
      ELSE
        SELECT s.number INTO v_slot FROM ${FREE} AND s.request = v_request.id AND s.number > v_slot
        ${IN_ORDER} LIMIT 1 FOR UPDATE SKIP LOCKED;
      END IF;
      EXIT WHEN v_slot IS NULL;
      SELECT t.* INTO v_task FROM ${FLEET}.task AS t
      WHERE (t.request, t.slot) = (v_request.id, v_slot) AND t.state = 'waiting' AND t.start_after <= now()
        AND NOT EXISTS (
          SELECT FROM ${FLEET}.task AS b WHERE (b.request, b.slot, b.session) = (t.request, t.slot, t.session - 1)
            AND (b.state IN ('waiting', 'running') OR b.began_at + v_request.apart > now()))
      ORDER BY t.session, t.piece LIMIT 1 FOR UPDATE SKIP LOCKED;
      EXIT WHEN v_task.job IS NOT NULL;
    END LOOP;
    EXIT WHEN v_task.job IS NOT NULL;
  END LOOP;
  IF v_task.job IS NULL THEN RETURN; END IF;
  UPDATE ${FLEET}.slot AS s SET cpu_id = p_cpu, installation = p_installation
  WHERE NOT v_is_own AND s.request = v_task.request AND s.number = v_task.slot;
  UPDATE ${FLEET}.task AS t SET state = 'running', token = v_token, began_at = now(), touched_at = now(), attempts = t.attempts + 1
  WHERE t.job = v_task.job;
  RETURN QUERY SELECT v_task.job, v_token, v_task.request, v_task.session, v_task.piece, v_task.command;
END $$;`
