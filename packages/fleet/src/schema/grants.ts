import { FLEET, ROLES } from './names.ts'

const { submitter, worker } = ROLES

/** What each role may do: a worker calls functions and reaches no table; a submitter changes no function, no file and no result. */
export const GRANTS = `
REVOKE ALL ON SCHEMA ${FLEET} FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${FLEET} FROM PUBLIC;
GRANT USAGE ON SCHEMA ${FLEET} TO ${worker}, ${submitter};

GRANT EXECUTE ON FUNCTION
  ${FLEET}.announce(integer, text, uuid, jsonb),
  ${FLEET}.take(text, uuid, timestamptz),
  ${FLEET}.touch(uuid, uuid),
  ${FLEET}.keep(uuid, uuid, uuid, bytea),
  ${FLEET}.give_back(uuid, uuid, text, text),
  ${FLEET}.job_chunk(uuid, uuid, text, integer)
TO ${worker};

GRANT SELECT ON ALL TABLES IN SCHEMA ${FLEET} TO ${submitter};
REVOKE INSERT ON ${FLEET}.request FROM ${submitter};
GRANT INSERT (id, asked, conditions, steelyard, runtimes, needs, blobs, commands, seed, sessions, apart, machines, open, growth),
  UPDATE (machines, open, cancelled_at) ON ${FLEET}.request TO ${submitter};
GRANT EXECUTE ON FUNCTION
  ${FLEET}.expire(),
  ${FLEET}.is_match(${FLEET}.request, ${FLEET}.machine),
  ${FLEET}.add_blob(text, bigint),
  ${FLEET}.add_chunk(text, integer, bytea)
TO ${submitter};
`
