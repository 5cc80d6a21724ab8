import { type Database, initFleet, readConditions, submit } from '../../packages/fleet/src/index.ts'
import type { Cell } from './cells.ts'
import { CPU_IDS, GATHERED } from './made-up.ts'
import type { ScaleServer } from './server.ts'
import { VERSION } from './worker-process.ts'

const SESSIONS = 2
const MACHINES_OF_TRUTH = 4
const MACHINES_OF_HISTORY = 100
/** A night asks for several things of each machine. */
const MOST_REQUESTS = 20

const COMMAND = ['compare', 'json-reviver', '--base=node@26.10.0', '--head=node@26.10.0 --no-opt']

const REQUEST = {
  asked: ['compare', 'json-reviver', '--base', 'node', '--head', 'node --no-opt'],
  conditions: [],
  steelyard: VERSION,
  runtimes: ['node'],
  needs: [],
  sessions: SESSIONS,
  apartSeconds: 0,
  growth: null,
} as const

/** Returns the ids of two requests, the first of all, whose records say what is true of four machines. */
export async function submitTruth(database: Database): Promise<string[]> {
  const ids: string[] = []
  for (const cpuId of CPU_IDS) {
    const request = {
      ...REQUEST,
      machines: MACHINES_OF_TRUTH / 2,
      conditions: readConditions(`cpu=${cpuId}`),
    }
    ids.push(await submit(database, { ...request, commandsOf: () => [[...COMMAND, GATHERED]] }))
  }
  return ids
}

/** @returns how many jobs wait then, beside those of the truth */
export async function submitLoad(
  database: Database,
  { connections: machines, waiting }: Pick<Cell, 'connections' | 'waiting'>,
): Promise<number> {
  const requests = Math.min(MOST_REQUESTS, Math.max(1, Math.round(waiting / (machines * SESSIONS))))
  const pieces = Math.max(1, Math.round(waiting / (requests * machines * SESSIONS)))
  for (let made = 0; made < requests; made++) {
    await submit(database, {
      ...REQUEST,
      machines,
      commandsOf: place => Array.from({ length: pieces }, (_, piece) => commandOf(place, piece)),
    })
  }
  return requests * machines * SESSIONS * pieces
}

/** One job for each machine, at once. */
export function submitBurst(database: Database, machines: number): Promise<string> {
  return submit(database, { ...REQUEST, sessions: 1, machines, commandsOf: place => [commandOf(place, 0)] })
}

/** Writes requests that were done on other days, with small results. */
export async function writeHistory(server: ScaleServer, name: string, finished: number): Promise<void> {
  const requests = Math.round(finished / (MACHINES_OF_HISTORY * SESSIONS))
  if (requests === 0) return
  await server.asOwner(name, async ({ ask }) => {
    await ask(`INSERT INTO steelyard.request (id, asked, conditions, steelyard, runtimes, needs, sessions, apart, created_at)
      SELECT 'h' || h, '{x}', '[]', '${VERSION}', '{node}', '{}', ${SESSIONS}, '0', now() - interval '2 days' FROM generate_series(1, ${requests}) AS h`)
    await ask(`INSERT INTO steelyard.slot (request, number, cpu_id, installation)
      SELECT 'h' || h, i + 1, CASE i % 2 WHEN 0 THEN '${CPU_IDS[0]}' ELSE '${CPU_IDS[1]}' END, ('00000000-0000-4000-8000-' || lpad((i + 1)::text, 12, '0'))::uuid
      FROM generate_series(1, ${requests}) AS h, generate_series(0, ${MACHINES_OF_HISTORY - 1}) AS i`)
    await ask(`INSERT INTO steelyard.task (job, request, slot, session, piece, command, token, began_at)
      SELECT gen_random_uuid(), s.request, s.number, n, 1, '{compare,json-reviver}', gen_random_uuid(), now() - interval '2 days'
      FROM steelyard.slot AS s, generate_series(1, ${SESSIONS}) AS n WHERE s.request LIKE 'h%'`)
    await ask(`INSERT INTO steelyard_queue.job (id, name, data, state, created_on, started_on, completed_on)
      SELECT job, 'launches', '{}', 'completed', began_at, began_at, began_at FROM steelyard.task WHERE request LIKE 'h%'`)
    await ask(`INSERT INTO steelyard.result (job, record_id, record, cpu_id, installation)
      SELECT t.job, gen_random_uuid(), '', s.cpu_id, s.installation FROM steelyard.task AS t
      JOIN steelyard.slot AS s ON (s.request, s.number) = (t.request, t.slot) WHERE t.request LIKE 'h%'`)
  })
  // It brings what an older fleet left up to date.
  await server.asOwner(name, initFleet)
}

function commandOf(place: number, piece: number): string[] {
  return [...COMMAND, `--seed=9${place}${piece}`]
}
