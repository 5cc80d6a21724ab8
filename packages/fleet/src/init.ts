import type { Database } from './database.ts'
import { BLOB_FUNCTIONS, BLOB_GRANTS, BLOB_TABLES } from './schema/blobs.ts'
import { FUNCTIONS } from './schema/functions.ts'
import { GRANTS } from './schema/grants.ts'
import { FLEET, PROTOCOL } from './schema/names.ts'
import { ROLES_MADE, TABLES } from './schema/tables.ts'

/**
 * Makes the schema and the roles of a fleet, or brings them up to date. What is in them stays.
 *
 * @throws FleetError in one sentence
 */
export async function initFleet({ transaction }: Database): Promise<void> {
  await transaction(async inside => {
    await inside('SELECT pg_advisory_xact_lock(7246101)')
    await inside(`${ROLES_MADE}\n${TABLES}\n${FUNCTIONS}\n${BLOB_TABLES}\n${BLOB_FUNCTIONS}`)
    await inside(`${GRANTS}\n${BLOB_GRANTS}`)
    await inside(
      `INSERT INTO ${FLEET}.fleet (protocol) VALUES ($1) ON CONFLICT (one) DO UPDATE SET protocol = EXCLUDED.protocol`,
      [PROTOCOL],
    )
  })
}
