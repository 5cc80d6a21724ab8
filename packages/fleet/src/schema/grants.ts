import { FLEET, ROLES } from './names.ts'

const { submitter, worker } = ROLES

/** What each role may do: a worker calls functions and reaches no table; a submitter changes no function and no result. */
export const GRANTS = `
REVOKE ALL ON SCHEMA ${FLEET} FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${FLEET} FROM PUBLIC;

GRANT USAGE ON SCHEMA ${FLEET} TO ${worker};
GRANT EXECUTE ON FUNCTION
  ${FLEET}.announce(integer, text, uuid, jsonb),
  ${FLEET}.take(text, uuid, timestamptz),
  ${FLEET}.touch(uuid, uuid),
  ${FLEET}.keep(uuid, uuid, uuid, bytea),
  ${FLEET}.give_back(uuid, uuid, text, text)
TO ${worker};

GRANT USAGE ON SCHEMA ${FLEET} TO ${submitter};
GRANT SELECT ON ALL TABLES IN SCHEMA ${FLEET} TO ${submitter};
GRANT INSERT ON ${FLEET}.request, ${FLEET}.slot, ${FLEET}.task TO ${submitter};
GRANT EXECUTE ON FUNCTION
  ${FLEET}.expire(),
  ${FLEET}.settle(),
  ${FLEET}.cancel(text),
  ${FLEET}.is_match(${FLEET}.request, ${FLEET}.machine)
TO ${submitter};
`
