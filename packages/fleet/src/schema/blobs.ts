import { BLOB_CHUNK_BYTES, FIXED, FLEET } from './names.ts'

/** For how long files stay of a request that may get machines. */
const GROWTH_DAYS = 30

/** A packed chunk is hardly larger than what is in it. */
const PACKING_BYTES = 65_536

/** Files that submitters send, by the SHA-256 of their bytes, in packed chunks. */
export const BLOB_TABLES = `
CREATE TABLE IF NOT EXISTS ${FLEET}.blob (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint NOT NULL CHECK (bytes > 0),
  used_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS ${FLEET}.blob_chunk (
  sha256 text NOT NULL REFERENCES ${FLEET}.blob ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 0),
  packed bytea NOT NULL CHECK (octet_length(packed) <= ${BLOB_CHUNK_BYTES + PACKING_BYTES}),
  PRIMARY KEY (sha256, number)
);
ALTER TABLE ${FLEET}.blob_chunk ALTER COLUMN packed SET STORAGE EXTERNAL;
`

/** What no job needs that can still be begun, and no request that may get machines, and was not used for a day. */
const PRUNED = `DELETE FROM ${FLEET}.blob AS b WHERE b.used_at < now() - interval '1 day' AND NOT EXISTS (
    SELECT FROM ${FLEET}.request AS r WHERE b.sha256 = ANY (r.blobs) AND (
      r.cancelled_at IS NULL AND (r.open > 0 OR r.growth IS NOT NULL AND r.created_at > now() - interval '${GROWTH_DAYS} days')
      OR EXISTS (SELECT FROM ${FLEET}.task AS t WHERE t.request = r.id
        AND (t.state = 'running' OR t.state = 'waiting' AND r.cancelled_at IS NULL))));`

/** Returns the chunks that are not there yet; room for all of them is taken at once, so that two cannot both have the rest. */
const ADD_BLOB = `
CREATE OR REPLACE FUNCTION ${FLEET}.add_blob(p_sha256 text, p_bytes bigint) RETURNS SETOF integer
LANGUAGE plpgsql ${FIXED} AS $$
DECLARE
  v_quota bigint;
  v_used numeric;
  v_bytes bigint;
BEGIN
  SELECT quota INTO v_quota FROM ${FLEET}.fleet FOR UPDATE;
  UPDATE ${FLEET}.blob SET used_at = now() WHERE sha256 = p_sha256 RETURNING bytes INTO v_bytes;
  IF v_bytes IS NULL THEN
    ${PRUNED}
    SELECT coalesce(sum(bytes), 0) INTO v_used FROM ${FLEET}.blob;
    IF v_used + p_bytes > v_quota THEN
      RAISE EXCEPTION 'quota' USING ERRCODE = 'SY003', DETAIL = json_build_object('needed', p_bytes, 'used', v_used, 'quota', v_quota)::text;
    END IF;
    INSERT INTO ${FLEET}.blob (sha256, bytes) VALUES (p_sha256, p_bytes);
  ELSIF v_bytes <> p_bytes THEN
    RAISE EXCEPTION 'size' USING ERRCODE = 'SY004';
  END IF;
  RETURN QUERY SELECT n::integer FROM generate_series(0, (p_bytes - 1) / ${BLOB_CHUNK_BYTES}) AS n
    WHERE NOT EXISTS (SELECT FROM ${FLEET}.blob_chunk AS c WHERE c.sha256 = p_sha256 AND c.number = n) ORDER BY n;
END $$;`

/** A chunk that is there stays as it is. One that is larger than its part of the file is not kept: the quota counts bytes of files. */
const ADD_CHUNK = `
CREATE OR REPLACE FUNCTION ${FLEET}.add_chunk(p_sha256 text, p_number integer, p_packed bytea) RETURNS void
LANGUAGE plpgsql ${FIXED} AS $$
BEGIN
  INSERT INTO ${FLEET}.blob_chunk (sha256, number, packed)
  SELECT p_sha256, p_number, p_packed FROM ${FLEET}.blob AS b
  WHERE b.sha256 = p_sha256 AND p_number::bigint * ${BLOB_CHUNK_BYTES} < b.bytes
    AND octet_length(p_packed) <= least(${BLOB_CHUNK_BYTES}, b.bytes - p_number::bigint * ${BLOB_CHUNK_BYTES}) + ${PACKING_BYTES}
  ON CONFLICT DO NOTHING;
END $$;`

/** Only the holder of a job may read, and only files that its request names. */
const JOB_CHUNK = `
CREATE OR REPLACE FUNCTION ${FLEET}.job_chunk(p_job uuid, p_token uuid, p_sha256 text, p_number integer)
RETURNS TABLE (bytes bigint, packed bytea)
LANGUAGE plpgsql ${FIXED} AS $$
#variable_conflict use_column
BEGIN
  IF NOT EXISTS (
    SELECT FROM ${FLEET}.task AS t JOIN ${FLEET}.request AS r ON r.id = t.request AND p_sha256 = ANY (r.blobs)
    WHERE t.job = p_job AND t.token = p_token AND t.state = 'running'
  ) THEN RETURN; END IF;
  IF p_number = 0 THEN UPDATE ${FLEET}.blob SET used_at = now() WHERE sha256 = p_sha256; END IF;
  RETURN QUERY SELECT b.bytes, c.packed FROM ${FLEET}.blob AS b JOIN ${FLEET}.blob_chunk AS c USING (sha256)
    WHERE b.sha256 = p_sha256 AND c.number = p_number;
END $$;`

export const BLOB_FUNCTIONS: string = [ADD_BLOB, ADD_CHUNK, JOB_CHUNK].join('\n')
