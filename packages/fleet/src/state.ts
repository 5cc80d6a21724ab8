import type { Database } from './database.ts'
import { FleetError } from './fleet-error.ts'
import { FLEET } from './schema/names.ts'
import { checkProtocol, type Growth } from './submit.ts'
import type { MachineKey } from './work.ts'

/** How far a request is. */
export interface RequestState {
  readonly id: string
  readonly asked: readonly string[]
  readonly createdAt: Date
  /** When it was cancelled; null when it was not. */
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
export interface KnownMachine extends MachineKey {
  readonly cpuModel: string
  readonly platform: string
  readonly steelyard: string
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

/** The jobs of every request. One that was given back waits for nothing once its request is cancelled. */
const STATES = `
  SELECT t.request, t.slot, t.session, t.began_at, t.message,
    CASE WHEN t.state = 'waiting' AND r.cancelled_at IS NOT NULL THEN 'cancelled' ELSE t.state END AS state
  FROM ${FLEET}.task AS t JOIN ${FLEET}.request AS r ON r.id = t.request`

/**
 * Returns how far requests are, the oldest first, once what has lapsed was cleared away.
 *
 * @param id of one; null for all
 * @throws FleetError where there is no such request
 */
export async function requestStates({ ask }: Database, id: string | null): Promise<RequestState[]> {
  await checkProtocol(ask)
  await ask(`SELECT ${FLEET}.expire()`)
  await ask(`SELECT ${FLEET}.settle()`)
  const rows = await ask<
    Omit<RequestState, 'jobs' | 'machines'> & RequestState['jobs'] & { machines: number }
  >(
    `WITH states AS NOT MATERIALIZED (${STATES})
     SELECT r.id, r.asked, r.created_at AS "createdAt", r.cancelled_at AS "cancelledAt", r.growth,
       (SELECT count(*)::int FROM ${FLEET}.slot AS s WHERE s.request = r.id) AS machines,
       (SELECT count(*)::int FROM ${FLEET}.slot AS s WHERE s.request = r.id AND s.cpu_id IS NOT NULL) AS begun,
       (SELECT count(*)::int FROM ${FLEET}.machine AS m WHERE m.seen_at > now() - interval '1 hour' AND ${FLEET}.is_match(r, m)
         AND NOT EXISTS (SELECT FROM ${FLEET}.refusal AS f WHERE (f.request, f.cpu_id, f.installation) = (r.id, m.cpu_id, m.installation))) AS able,
       (SELECT count(*)::int FROM states AS t WHERE t.request = r.id AND t.state = 'done') AS done,
       (SELECT count(*)::int FROM states AS t WHERE t.request = r.id AND t.state = 'running') AS running,
       (SELECT count(*)::int FROM states AS t WHERE t.request = r.id AND t.state = 'waiting') AS waiting,
       (SELECT count(*)::int FROM states AS t WHERE t.request = r.id AND t.state = 'failed') AS failed,
       (SELECT count(*)::int FROM states AS t WHERE t.request = r.id AND t.state = 'cancelled') AS cancelled,
       NOT EXISTS (SELECT FROM states AS t JOIN ${FLEET}.slot AS s ON (s.request, s.number) = (t.request, t.slot)
         WHERE t.request = r.id AND t.state IN ('running', 'waiting') AND NOT EXISTS (
           SELECT FROM ${FLEET}.machine AS m WHERE (m.cpu_id, m.installation) = (s.cpu_id, s.installation)
             AND m.seen_at < now() - interval '1 day')) AS "isSettled",
       (SELECT min(b.last + r.apart) FROM (
          SELECT t.slot, t.session, max(t.began_at) AS last FROM states AS t WHERE t.request = r.id GROUP BY t.slot, t.session) AS b
        WHERE b.last + r.apart > now() AND EXISTS (SELECT FROM states AS w
          WHERE (w.request, w.slot, w.session, w.state) = (r.id, b.slot, b.session + 1, 'waiting'))) AS "nextSessionAt",
       ARRAY(SELECT f.cpu_id || ' refused: ' || f.reason FROM ${FLEET}.refusal AS f WHERE f.request = r.id ORDER BY f.refused_at)
         || ARRAY(SELECT 'a job waits again: ' || t.message FROM states AS t
            WHERE t.request = r.id AND t.state = 'waiting' AND t.message IS NOT NULL)
         || ARRAY(SELECT 'a job failed: ' || t.message FROM states AS t
            WHERE t.request = r.id AND t.state = 'failed') AS troubles
     FROM ${FLEET}.request AS r WHERE $1::text IS NULL OR r.id = $1 ORDER BY r.created_at, r.id`,
    [id],
  )
  if (id !== null && rows.length === 0) {
    throw new FleetError(
      `Cannot find the request ${id}: the fleet has none of that id. 'fleet status' lists them.`,
    )
  }
  return rows.map(({ done, running, waiting, failed, cancelled, ...row }) => ({
    ...row,
    jobs: { done, running, waiting, failed, cancelled },
  }))
}

/**
 * Cancels a request: no job of it is begun any more. What runs may end, and every record that there is stays.
 *
 * @returns how far it is then; to cancel it again changes nothing
 * @throws FleetError where there is no such request
 */
export async function cancelRequest(database: Database, id: string): Promise<RequestState | undefined> {
  await requestStates(database, id)
  await database.ask(`SELECT ${FLEET}.cancel($1)`, [id])
  const [state] = await requestStates(database, id)
  return state
}

/** Returns the machines that have announced themselves, those seen last first. */
export async function knownMachines({ ask }: Database): Promise<KnownMachine[]> {
  return ask<KnownMachine & Readonly<Record<string, unknown>>>(
    `SELECT m.cpu_id AS "cpuId", m.installation AS "installationId", m.cpu_model AS "cpuModel", m.platform, m.steelyard,
       m.seen_at AS "seenAt", (
         SELECT s.request FROM ${FLEET}.slot AS s JOIN (${STATES}) AS t ON (t.request, t.slot) = (s.request, s.number)
         WHERE (s.cpu_id, s.installation) = (m.cpu_id, m.installation) AND t.state = 'running' LIMIT 1) AS request
     FROM ${FLEET}.machine AS m ORDER BY m.seen_at DESC`,
  )
}

/** Hands over the results of a request one by one: all of them may be large. */
export async function* resultsOf({ ask }: Database, request: string): AsyncGenerator<FleetResult> {
  const jobs = await ask<{ job: string }>(
    `SELECT d.job FROM ${FLEET}.result AS d JOIN ${FLEET}.task AS t USING (job)
     WHERE t.request = $1 ORDER BY t.slot, t.session, t.piece`,
    [request],
  )
  for (const { job } of jobs) {
    const [row] = await ask<FleetResult & Readonly<Record<string, unknown>>>(
      `SELECT d.record_id AS "recordId", d.record AS packed, t.command, d.cpu_id AS "cpuId", d.installation AS "installationId"
       FROM ${FLEET}.result AS d JOIN ${FLEET}.task AS t USING (job) WHERE d.job = $1`,
      [job],
    )
    if (row !== undefined) yield row
  }
}
