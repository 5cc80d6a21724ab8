import type { Database } from './database.ts'
import { withQueue } from './queue.ts'
import { BLOB_FUNCTIONS, BLOB_GRANTS, BLOB_TABLES } from './schema/blobs.ts'
import { FUNCTIONS } from './schema/functions.ts'
import { GRANTS } from './schema/grants.ts'
import { FLEET, HEARTBEAT_SECONDS, PROTOCOL, QUEUE } from './schema/names.ts'
import { ROLES_MADE, TABLES } from './schema/tables.ts'

const DAY_SECONDS = 86_400

/** How the queue treats a job: three more attempts, and a month in which a machine may take it. */
const TREATMENT = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 3600,
  retryLimit: 3,
  retryDelay: 30,
  retentionSeconds: 30 * DAY_SECONDS,
  deleteAfterSeconds: 7 * DAY_SECONDS,
} as const

/**
 * Makes the schema, the queue and the roles of a fleet, or brings them up to date. What is in them stays.
 *
 * @throws FleetError in one sentence
 */
export async function initFleet({ ask, transaction }: Database): Promise<void> {
  await withQueue(ask, true, async queue => {
    if ((await queue.getQueue(QUEUE)) === null) await queue.createQueue(QUEUE, TREATMENT)
  })
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
