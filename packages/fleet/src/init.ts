import type { Database } from './database.ts'
import { BLOB_FUNCTIONS, BLOB_TABLES } from './schema/blobs.ts'
import { FUNCTIONS } from './schema/functions.ts'
import { GRANTS } from './schema/grants.ts'
import { FLEET, PROTOCOL } from './schema/names.ts'
import { ROLES_MADE, TABLES } from './schema/tables.ts'

/** Makes the schema and the roles of a fleet, or brings them up to date; what is in them stays. FleetError. */
export async function initFleet({ ask }: Database): Promise<void> {
  await ask(`SELECT pg_advisory_xact_lock(7246101);
${ROLES_MADE}
${TABLES}
${BLOB_TABLES}
${FUNCTIONS}
${BLOB_FUNCTIONS}
${GRANTS}
INSERT INTO ${FLEET}.fleet (protocol) VALUES (${PROTOCOL}) ON CONFLICT (one) DO UPDATE SET protocol = EXCLUDED.protocol;`)
}
