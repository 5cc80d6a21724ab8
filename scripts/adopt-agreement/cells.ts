/** A tool, its file, and the target of Steelyard that is the runtime which the tool runs on. */
export interface Tool {
  readonly name: 'tinybench' | 'mitata' | 'deno bench'
  readonly file: string
  readonly runtime: 'node' | 'deno'
}

export const TOOLS: readonly Tool[] = [
  { name: 'tinybench', file: 'tinybench.bench.mjs', runtime: 'node' },
  { name: 'mitata', file: 'mitata.bench.mjs', runtime: 'node' },
  { name: 'deno bench', file: 'deno.bench.mjs', runtime: 'deno' },
]

/** The cases of every file; `nothing` is another, which shows what a tool adds to a call. */
export const CASES = [
  ...['iso-date', 'parse-small', 'parse-large', 'stringify', 'replace', 'sort', 'map', 'sum', 'url'],
  'await-five',
]

/** `one-core` and `alone` are the tool under what Steelyard does: it has one core; it starts once for every case. */
export type Side = 'tool' | 'one-core' | 'alone' | 'steelyard'

export interface CellPlan {
  readonly tool: Tool['name']
  readonly side: Side
  readonly block: number
  readonly index: number
  /** That it takes at most, about. */
  readonly seconds: number
}

/** What one start of a tool, or one short run of Steelyard, found. */
export interface Cell extends Omit<CellPlan, 'seconds'> {
  readonly at: string
  /** As it names itself. */
  readonly version: string
  readonly cpuId: string | null
  /** Nanoseconds of an iteration, of each launch of each case: the mean. */
  readonly times: Times
  /** The same of the middle call or batch (of deno bench, which does not tell it, that of three quarters). */
  readonly middles: Times
}

export type Times = Readonly<Record<string, readonly number[]>>

const BLOCKS = 4
const ALONE_BLOCKS = 2
/** Of each block, and of a short run of Steelyard. */
const LAUNCHES = 5

/** Returns what is left to measure: sides lie between each other, so that drift of the machine meets all alike. */
export function cellsToDo(done: readonly Cell[]): CellPlan[] {
  const keys = new Set(done.map(keyOf))
  return TOOLS.flatMap(({ name: tool }) =>
    Array.from({ length: BLOCKS }, (_, block): CellPlan[] => [
      ...Array.from({ length: LAUNCHES }, (_, index) => ({
        ...{ tool, side: 'tool' as const, block, index, seconds: 8 },
      })),
      { tool, side: 'steelyard', block, index: 0, seconds: 36 },
      { tool, side: 'one-core', block, index: 0, seconds: 8 },
      ...(block < ALONE_BLOCKS ? [{ tool, side: 'alone' as const, block, index: 0, seconds: 25 }] : []),
    ]).flat(),
  ).filter(cell => !keys.has(keyOf(cell)))
}

function keyOf({ tool, side, block, index }: Omit<CellPlan, 'seconds'>): string {
  return [tool, side, block, index].join(' ')
}
