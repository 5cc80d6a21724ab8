import { CLOCK_MINUTES, FIXED, FLEET } from './names.ts'

/** Gives a machine the jobs of a request that is open, with seeds after those of all machines before it. */
export const JOIN = `
CREATE OR REPLACE FUNCTION ${FLEET}.join(p_request text, p_cpu text, p_installation uuid) RETURNS void
LANGUAGE sql ${FIXED} AS $$
  WITH joined AS (
    UPDATE ${FLEET}.request SET open = open - 1, joined = joined + 1
    WHERE id = p_request AND open > 0 AND cancelled_at IS NULL RETURNING *)
  INSERT INTO ${FLEET}.task (request, cpu_id, installation, session, piece, command)
  SELECT r.id, p_cpu, p_installation, session, piece, ARRAY(SELECT jsonb_array_elements_text(words))
    || ('--seed=' || r.seed + ((r.joined - 1) * r.sessions + session - 1) * jsonb_array_length(r.commands) + piece - 1)
  FROM joined AS r, generate_series(1, r.sessions) AS session,
    jsonb_array_elements(r.commands) WITH ORDINALITY AS c(words, piece)
$$;`

/**
 * One job at a time for a machine, whichever of its workers asks. Requests come by their age. The next session begins once all
 * of the last one is settled, and long enough after each job of it began. A machine that was updated gives up what it no
 * longer matches.
 */
export const TAKE = `
CREATE OR REPLACE FUNCTION ${FLEET}.take(p_cpu text, p_installation uuid, p_clock timestamptz)
RETURNS TABLE (job uuid, token uuid, request text, session integer, piece integer, command text[])
LANGUAGE plpgsql ${FIXED} AS $$
#variable_conflict use_column
DECLARE
  v_machine ${FLEET}.machine;
  v_request ${FLEET}.request;
  v_job uuid;
BEGIN
  IF abs(extract(epoch FROM clock_timestamp() - p_clock)) > ${CLOCK_MINUTES} * 60 THEN
    RAISE EXCEPTION 'clock' USING ERRCODE = 'SY002', DETAIL = round(extract(epoch FROM p_clock - clock_timestamp()))::text;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(p_cpu || p_installation::text, 7));
  UPDATE ${FLEET}.machine AS m SET seen_at = now() WHERE m.cpu_id = p_cpu AND m.installation = p_installation
  RETURNING m.* INTO v_machine;
  PERFORM ${FLEET}.expire();
  IF v_machine.cpu_id IS NULL OR EXISTS (
    SELECT FROM ${FLEET}.task AS t WHERE t.cpu_id = p_cpu AND t.installation = p_installation AND t.state = 'running'
  ) THEN RETURN; END IF;
  FOR v_request IN
    SELECT r.* FROM ${FLEET}.request AS r WHERE r.cancelled_at IS NULL AND r.id IN (
      SELECT o.id FROM ${FLEET}.request AS o WHERE o.open > 0 AND o.cancelled_at IS NULL
      UNION SELECT t.request FROM ${FLEET}.task AS t WHERE t.cpu_id = p_cpu AND t.installation = p_installation AND t.state = 'waiting')
    ORDER BY r.created_at, r.id
  LOOP
    IF NOT ${FLEET}.is_match(v_request, v_machine) THEN
      PERFORM ${FLEET}.give_up(v_request.id, p_cpu, p_installation, 'its machine has another version now, or allows less');
      CONTINUE;
    END IF;
    CONTINUE WHEN EXISTS (
      SELECT FROM ${FLEET}.refusal AS f WHERE (f.request, f.cpu_id, f.installation) = (v_request.id, p_cpu, p_installation));
    IF NOT EXISTS (
      SELECT FROM ${FLEET}.task AS t WHERE (t.request, t.cpu_id, t.installation) = (v_request.id, p_cpu, p_installation)
    ) THEN PERFORM ${FLEET}.join(v_request.id, p_cpu, p_installation); END IF;
    SELECT t.job INTO v_job FROM ${FLEET}.task AS t
    WHERE (t.request, t.cpu_id, t.installation) = (v_request.id, p_cpu, p_installation)
      AND t.state = 'waiting' AND t.start_after <= now() AND NOT EXISTS (
        SELECT FROM ${FLEET}.task AS b
        WHERE (b.request, b.cpu_id, b.installation, b.session) = (t.request, t.cpu_id, t.installation, t.session - 1)
          AND (b.state IN ('waiting', 'running') OR b.began_at + v_request.apart > now()))
    ORDER BY t.session, t.piece LIMIT 1 FOR UPDATE SKIP LOCKED;
    EXIT WHEN v_job IS NOT NULL;
  END LOOP;
  RETURN QUERY UPDATE ${FLEET}.task AS t SET state = 'running', token = gen_random_uuid(), began_at = now(), touched_at = now(),
    attempts = t.attempts + 1
  WHERE t.job = v_job RETURNING t.job, t.token, t.request, t.session, t.piece, t.command;
END $$;`
