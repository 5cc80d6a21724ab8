import { randomBytes, randomUUID } from 'node:crypto'
import type { Condition } from './conditions.ts'
import type { Ask, Database } from './database.ts'
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
  /** To begin with. */
  readonly machines: number
  /** null where no machine is added. */
  readonly growth: Growth | null
  readonly sessions: number
  /** How long after the last job of a session began the next session may begin. */
  readonly apartSeconds: number
  /** SHA-256 of each file that its commands name, which was sent before. */
  readonly blobs?: readonly string[]
  /** The commands of a session in their order, each a job; \`seed\` differs from machine to machine and session to session. */
  readonly commandsOf: (place: number) => readonly (readonly string[])[]
}

/** A job of a request. */
interface Task {
  readonly id: string
  readonly slot: number
  readonly session: number
  readonly piece: number
  readonly command: readonly string[]
}

/**
 * Puts a request with all of its jobs into the fleet, or nothing of it.
 *
 * @returns its id
 * @throws FleetError in one sentence
 */
export async function submit({ transaction }: Database, request: FleetRequest): Promise<string> {
  const id = randomBytes(4).toString('hex')
  const tasks = tasksOf(request)
  await transaction(async ask => {
    await checkProtocol(ask)
    await insertRequest(ask, id, request)
    await insertTasks(ask, id, tasks)
    for (const sha256 of new Set(request.blobs)) {
      await ask(`INSERT INTO ${FLEET}.request_blob (request, sha256) VALUES ($1, $2)`, [id, sha256])
    }
  })
  return id
}

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

/** Adds tasks with their slots, inside of a transaction. */
async function insertTasks(ask: Ask, id: string, tasks: readonly Task[]): Promise<void> {
  for (const number of new Set(tasks.map(({ slot }) => slot))) {
    await ask(`INSERT INTO ${FLEET}.slot (request, number) VALUES ($1, $2)`, [id, number])
  }
  for (const { id: job, slot, session, piece, command } of tasks) {
    await ask(
      `INSERT INTO ${FLEET}.task (job, request, slot, session, piece, command) VALUES ($1, $2, $3, $4, $5, $6)`,
      [job, id, slot, session, piece, command],
    )
  }
}

/** @throws FleetError where the fleet is of another version */
export async function checkProtocol(ask: Ask): Promise<void> {
  const [row] = await ask<{ protocol: number }>(`SELECT protocol FROM ${FLEET}.fleet`)
  if (row?.protocol === PROTOCOL) return
  throw new FleetError(
    "Cannot use the database of the fleet: its fleet is of another version. Use the same version of Steelyard here, and run 'fleet init' with it.",
  )
}

function tasksOf({ machines, sessions, commandsOf }: FleetRequest): Task[] {
  const places = Array.from({ length: machines * sessions }, (_, place) => place)
  return places.flatMap(place =>
    commandsOf(place).map((command, index) => ({
      id: randomUUID(),
      slot: Math.floor(place / sessions) + 1,
      session: (place % sessions) + 1,
      piece: index + 1,
      command,
    })),
  )
}

async function insertRequest(ask: Ask, id: string, request: FleetRequest): Promise<void> {
  const { asked, conditions, steelyard, runtimes, needs, sessions, apartSeconds, growth } = request
  const rest = [sessions, apartSeconds, growth && JSON.stringify(growth)]
  await ask(
    `INSERT INTO ${FLEET}.request (id, asked, conditions, steelyard, runtimes, needs, sessions, apart, growth)
     VALUES ($1, $2, $3, $4, $5, $6, $7, make_interval(secs => $8), $9)`,
    [...[id, asked, JSON.stringify(conditions), steelyard, runtimes, needs], ...rest],
  )
}
