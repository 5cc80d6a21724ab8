import { randomBytes } from 'node:crypto'
import type { Condition } from './conditions.ts'
import type { Database } from './database.ts'
import { FleetError } from './fleet-error.ts'
import { FLEET, PROTOCOL } from './schema/names.ts'

/** How machines are added to a request. */
export interface Growth {
  /** Until every combined ratio is known to this fraction. */
  readonly untilWidth: number
  /** The most machines there may be. */
  readonly most: number
}

/** What is measured on how many machines. */
export interface FleetRequest {
  /** The command as it was asked for, for people. */
  readonly asked: readonly string[]
  readonly conditions: readonly Condition[]
  /** Version of Steelyard that a machine must have. */
  readonly steelyard: string
  readonly runtimes: readonly string[]
  /** What a machine must allow. */
  readonly needs: readonly string[]
  /** SHA-256 of each file that its commands name, which was sent before. */
  readonly blobs: readonly string[]
  /** The commands of a session in their order, each a job. */
  readonly commands: readonly (readonly string[])[]
  /** Of the first job; every other has a later one. */
  readonly seed: number
  readonly sessions: number
  /** How long after the last job of a session began the next session may begin. */
  readonly apartSeconds: number
  /** To begin with. */
  readonly machines: number
  /** null where no machine is added. */
  readonly growth: Growth | null
}

/** Puts a request into the fleet, and returns its id. FleetError in one sentence. */
export async function submit(database: Database, request: FleetRequest): Promise<string> {
  await checkProtocol(database)
  const id = randomBytes(4).toString('hex')
  const { asked, conditions, steelyard, runtimes, needs, blobs, commands, growth } = request
  const { seed, sessions, apartSeconds, machines } = request
  const texts = [id, asked, JSON.stringify(conditions), steelyard, runtimes, needs, blobs]
  const plan = [JSON.stringify(commands), seed, sessions, apartSeconds, machines]
  await database
    .ask(
      `INSERT INTO ${FLEET}.request (id, asked, conditions, steelyard, runtimes, needs, blobs,
         commands, seed, sessions, apart, machines, open, growth)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, make_interval(secs => $11), $12, $12, $13)`,
      [...texts, ...plan, growth && JSON.stringify(growth)],
    )
    .catch(unknown)
  return id
}

/** The answer is lost: it may have come about, or not. */
function unknown(error: unknown): never {
  if (!(error instanceof FleetError) || !error.isPassing) throw error
  throw new FleetError(`${error.message} 'fleet status' shows whether the request was made.`, {
    cause: error,
    isPassing: true,
  })
}

/**
 * Opens a request for further machines.
 *
 * @param from how many machines it has now; with another number some were added meanwhile
 * @returns false where nothing was added: it was cancelled, or has not that many machines any more
 * @throws FleetError in one sentence
 */
export async function addMachines(
  { ask }: Database,
  id: string,
  from: number,
  added: number,
): Promise<boolean> {
  const changed = await ask(
    `UPDATE ${FLEET}.request SET machines = machines + $3, open = open + $3
     WHERE id = $1 AND machines = $2 AND cancelled_at IS NULL RETURNING id`,
    [id, from, added],
  )
  return changed.length > 0
}

/** @throws FleetError where the fleet is of another version */
export async function checkProtocol({ ask }: Database): Promise<void> {
  const [row] = await ask<{ protocol: number }>(`SELECT protocol FROM ${FLEET}.fleet`)
  if (row?.protocol === PROTOCOL) return
  throw new FleetError(
    "Cannot use the database of the fleet: its fleet is of another version. Use the same version of Steelyard here, and run 'fleet init' with it.",
  )
}
