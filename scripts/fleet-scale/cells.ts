import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { TOUCH_SECONDS } from '../../packages/fleet/src/index.ts'

/** A real record of a job of two minutes, for its size. */
const REAL = fileURLToPath(
  new URL('../../results/compare/trig-node-24.10-25.0-zen5-2026-11-23.json', import.meta.url),
)

/** What a worker of a job of two minutes says meanwhile. */
const JOB_SECONDS = 120
const TOUCHES = JOB_SECONDS / TOUCH_SECONDS

/** One measurement: many workers that take what waits, as fast as they can; or idle ones, and then something to do. */
export interface Cell {
  readonly kind: 'full' | 'burst'
  readonly name: string
  readonly connections: number
  readonly packedBytes: number
  readonly waiting: number
  readonly finished: number
  readonly touches: number
  readonly pollMs: number
  readonly seconds: number
  /** What is done to the database before workers begin. */
  readonly before: readonly string[]
}

const PACKED_BYTES = gzipSync(readFileSync(REAL)).length
const CONNECTIONS = [10, 25, 50, 100, 200] as const
const POLLS_MS = [500, 2000, 10_000] as const
/** At which what moves the knee is tried. */
const MIDDLE = 50

const FULL: Cell = {
  kind: 'full',
  name: '',
  connections: MIDDLE,
  packedBytes: PACKED_BYTES,
  waiting: 4000,
  finished: 0,
  touches: TOUCHES,
  pollMs: 100,
  seconds: 4,
  before: ['ANALYZE'],
}

/** What makes a row a dead one, with what points to it in indexes. */
const DEAD: Readonly<Record<string, string>> = {
  'steelyard.slot': 'number = number',
  'steelyard.task': 'began_at = began_at',
  'steelyard_queue.job_common': `start_after = start_after - interval '1 ms'`,
}

/** What may move the knee, one thing at a time. */
const MOVED: readonly (Partial<Cell> & { readonly name: string })[] = [
  { name: 'as above' },
  { name: 'records of 10 kB', packedBytes: 10_000 },
  { name: 'records of 1 MB', packedBytes: 1_000_000, waiting: 2000 },
  { name: '20,000 jobs wait', waiting: 20_000 },
  { name: '40,000 jobs were done before', finished: 40_000 },
  { name: 'no statistics of the tables', before: [] },
  { name: 'no index of open slots', before: ['DROP INDEX IF EXISTS steelyard.slot_open', 'ANALYZE'] },
  {
    name: 'no vacuum, and 20 dead rows for each that lives',
    before: [
      'ANALYZE',
      ...['steelyard.slot', 'steelyard.task', 'steelyard_queue.job_common'].flatMap(table => [
        `ALTER TABLE ${table} SET (autovacuum_enabled = false)`,
        ...Array.from({ length: 20 }, () => `UPDATE ${table} SET ${DEAD[table]}`),
      ]),
    ],
  },
  {
    name: 'answers before the disk has it',
    before: ['ANALYZE', 'ALTER ROLE works SET synchronous_commit = off'],
  },
  { name: 'no signs of life', touches: 0 },
]

export const CELLS: readonly Cell[] = [
  ...CONNECTIONS.map(connections => ({ ...FULL, connections, name: `${connections} connections` })),
  ...MOVED.map(moved => ({ ...FULL, ...moved })),
  ...POLLS_MS.map(pollMs => ({
    ...FULL,
    kind: 'burst' as const,
    connections: 200,
    name: `asked every ${pollMs / 1e3} s`,
    waiting: 0,
    pollMs,
    seconds: pollMs / 1e3,
  })),
]
