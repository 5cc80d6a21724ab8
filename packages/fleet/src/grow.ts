import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'
import { FLEET } from './schema/names.ts'
import { checkProtocol, insertTasks } from './submit.ts'

/** What is added to a request. */
export interface Addition {
  /** How many machines the request has now; another number means that some were added meanwhile. */
  readonly from: number
  readonly machines: number
  /** Returns the command of a job of a further machine, by that of the first machine; `ahead` is how many jobs lie between. */
  readonly commandOf: (first: readonly string[], ahead: number) => readonly string[]
}

/**
 * Adds machines to a request, with the jobs that its first machine has.
 *
 * @returns false where nothing was added: it was cancelled, or has not that many machines any more
 * @throws FleetError in one sentence
 */
export function addMachines(
  { transaction }: Database,
  id: string,
  { from, machines, commandOf }: Addition,
): Promise<boolean> {
  return transaction(async ask => {
    await checkProtocol(ask)
    // Two that add at once are one after the other, and so is who cancels.
    await ask('SELECT pg_advisory_xact_lock(hashtextextended($1, 8))', [id])
    const [now] = await ask<{ slots: number }>(
      `SELECT (SELECT count(*)::int FROM ${FLEET}.slot AS s WHERE s.request = r.id) AS slots
       FROM ${FLEET}.request AS r WHERE r.id = $1 AND r.cancelled_at IS NULL`,
      [id],
    )
    if (now?.slots !== from) return false
    const first = await ask<{ session: number; piece: number; command: string[] }>(
      `SELECT session, piece, command FROM ${FLEET}.task WHERE (request, slot) = ($1, 1) ORDER BY session, piece`,
      [id],
    )
    const slots = Array.from({ length: machines }, (_, index) => from + 1 + index)
    const tasks = slots.flatMap(slot =>
      first.map(({ session, piece, command }) => ({
        id: randomUUID(),
        slot,
        session,
        piece,
        command: commandOf(command, (slot - 1) * first.length),
      })),
    )
    await insertTasks(ask, id, tasks)
    return true
  })
}
