import type { Database, Row } from './database.ts'
import { FleetError } from './fleet-error.ts'
import { FLEET } from './schema/names.ts'
import { checkProtocol, type Growth } from './submit.ts'
import type { MachineFacts, MachineKey } from './work.ts'

export interface RequestState {
  readonly id: string
  readonly asked: readonly string[]
  readonly cancelledAt: Date | null
  /** How many it asks for by now. */
  readonly machines: number
  /** How machines are added; null where none is. */
  readonly growth: Growth | null
  /** Machines that have begun. */
  readonly begun: number
  /** Machines that were seen in the last hour, match, and have not refused. */
  readonly able: number
  readonly jobs: {
    readonly done: number
    readonly running: number
    readonly waiting: number
    readonly failed: number
    /** Never begun, or not begun again, since the request was cancelled. */
    readonly cancelled: number
  }
  /** Nothing runs, and nothing waits but for machines not seen for a day. */
  readonly isSettled: boolean
  /** When the next job that waits for its session may begin; null when none does. */
  readonly nextSessionAt: Date | null
  /** Why machines refused, and why jobs failed or are to be tried again. */
  readonly troubles: readonly string[]
}

/** A machine as its worker announced it. */
export interface KnownMachine extends MachineKey, Pick<MachineFacts, 'cpuModel' | 'platform' | 'steelyard'> {
  readonly seenAt: Date
  /** The request whose job it has now; null when it has none. */
  readonly request: string | null
}

/** A result as its worker handed it in: packed, and not yet trusted. */
export interface FleetResult extends MachineKey {
  readonly recordId: string
  readonly packed: Uint8Array
  readonly command: readonly string[]
}

/**
 * Returns how far requests are, the oldest first, once what has lapsed was cleared away.
 *
 * @param id of one; null for all
 * @throws FleetError where there is no such request
 */
export async function requestStates(database: Database, id: string | null): Promise<RequestState[]> {
  await checkProtocol(database)
  await database.ask(`SELECT ${FLEET}.expire()`)
  const rows = await database.ask<Omit<RequestState, 'jobs'> & RequestState['jobs'] & { left: number }>(
    `SELECT r.id, r.asked, r.cancelled_at AS "cancelledAt", r.growth, r.machines, r.machines - r.open AS begun,
       (SELECT count(*)::int FROM ${FLEET}.machine AS m WHERE m.seen_at > now() - interval '1 hour' AND ${FLEET}.is_match(r, m)
         AND NOT EXISTS (SELECT FROM ${FLEET}.refusal AS f WHERE (f.request, f.cpu_id, f.installation) = (r.id, m.cpu_id, m.installation))) AS able,
       n.done, n.running, n.failed,
       r.machines::float8 * r.sessions * jsonb_array_length(r.commands) - n.done - n.running - n.failed AS left,
       n.running + n.seen = 0 AND (r.open = 0 OR r.cancelled_at IS NOT NULL) AS "isSettled",
       (SELECT min(b.last + r.apart) FROM (
          SELECT t.cpu_id, t.installation, t.session, max(t.began_at) AS last
          FROM ${FLEET}.task AS t WHERE t.request = r.id AND r.cancelled_at IS NULL GROUP BY 1, 2, 3) AS b
        WHERE b.last + r.apart > now() AND EXISTS (SELECT FROM ${FLEET}.task AS w
          WHERE (w.request, w.cpu_id, w.installation, w.session, w.state)
            = (r.id, b.cpu_id, b.installation, b.session + 1, 'waiting'))) AS "nextSessionAt",
       ARRAY(SELECT f.cpu_id || ' refused: ' || f.reason FROM ${FLEET}.refusal AS f WHERE f.request = r.id ORDER BY f.refused_at)
         || ARRAY(SELECT CASE t.state WHEN 'waiting' THEN 'a job waits again: ' ELSE 'a job failed: ' END || t.message
            FROM ${FLEET}.task AS t WHERE t.request = r.id AND t.message IS NOT NULL
              AND (t.state = 'failed' OR t.state = 'waiting' AND r.cancelled_at IS NULL) ORDER BY t.state DESC) AS troubles
     FROM ${FLEET}.request AS r CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE t.state = 'done')::int AS done, count(*) FILTER (WHERE t.state = 'running')::int AS running,
         count(*) FILTER (WHERE t.state = 'failed')::int AS failed,
         count(*) FILTER (WHERE t.state = 'waiting' AND r.cancelled_at IS NULL AND m.seen_at > now() - interval '1 day')::int AS seen
       FROM ${FLEET}.task AS t JOIN ${FLEET}.machine AS m USING (cpu_id, installation) WHERE t.request = r.id) AS n
     WHERE $1::text IS NULL OR r.id = $1 ORDER BY r.created_at, r.id`,
    [id],
  )
  if (id !== null && rows.length === 0) {
    throw new FleetError(
      `Cannot find the request ${id}: the fleet has none of that id. 'fleet status' lists them.`,
    )
  }
  return rows.map(({ done, running, failed, left, ...row }) => {
    const [waiting, cancelled] = row.cancelledAt === null ? [left, 0] : [0, left]
    return { ...row, jobs: { done, running, waiting, failed, cancelled } }
  })
}

/**
 * Cancels a request: no job of it is begun any more. What runs may end, and every record that there is stays.
 *
 * @returns how far it is then; to cancel it again changes nothing
 * @throws FleetError where there is no such request
 */
export async function cancelRequest(database: Database, id: string): Promise<RequestState | undefined> {
  await database.ask(
    `UPDATE ${FLEET}.request SET cancelled_at = now() WHERE id = $1 AND cancelled_at IS NULL`,
    [id],
  )
  const [state] = await requestStates(database, id)
  return state
}

/** Returns the machines that have announced themselves, those seen last first. */
export async function knownMachines({ ask }: Database): Promise<KnownMachine[]> {
  return ask<KnownMachine & Row>(
    `SELECT m.cpu_id AS "cpuId", m.installation AS "installationId", m.cpu_model AS "cpuModel", m.platform, m.steelyard,
       m.seen_at AS "seenAt", (SELECT t.request FROM ${FLEET}.task AS t
         WHERE (t.cpu_id, t.installation, t.state) = (m.cpu_id, m.installation, 'running') LIMIT 1) AS request
     FROM ${FLEET}.machine AS m ORDER BY m.seen_at DESC`,
  )
}

/** Hands over the results of a request one by one: all of them may be large. */
export async function* resultsOf({ ask }: Database, request: string): AsyncGenerator<FleetResult> {
  const jobs = await ask<{ job: string }>(
    `SELECT job FROM ${FLEET}.task WHERE request = $1 AND state = 'done' ORDER BY cpu_id, installation, session, piece`,
    [request],
  )
  for (const { job } of jobs) {
    const [row] = await ask<FleetResult & Row>(
      `SELECT record_id AS "recordId", record AS packed, command, cpu_id AS "cpuId", installation AS "installationId"
       FROM ${FLEET}.task WHERE job = $1`,
      [job],
    )
    if (row !== undefined) yield row
  }
}
