import type { RunRecord, TimerName } from '@steelyard/record'
import type { Listening } from './listening.ts'

/** Options of every measurement; the defaults are those of the command line. */
export interface MeasureOptions extends Listening {
  /** Globs over case ids; default: all cases. */
  readonly cases?: readonly string[]
  /** One value for each, or `'all'`; default: the first of each. */
  readonly params?: Readonly<Record<string, string | number | boolean>>
  /** Flags for every target; each variant is compared with the first. `''` is no flags. */
  readonly flags?: readonly string[]
  /** The clock that verdicts read. Default: wall. */
  readonly metric?: 'wall' | 'cpu'
  /** Per cent: stop when every ratio is known to ± this. Default: 1. */
  readonly precision?: number
  /** Per cent: the smallest difference that matters. Default: 1. */
  readonly threshold?: number
  /** Seconds: timed batches of each side in each launch. Default: 0.25, less where the time is too short. */
  readonly windowSeconds?: number
  /** For each suite. Default: 180, or what its launches need if that is more; with `quick` 65. */
  readonly timeSeconds?: number
  readonly affinity?: 'same-core' | 'all'
  /** Seed of run order and core assignment. Default: random; the record has it. */
  readonly seed?: number
  /** Stop at the first look: verdicts for what is decided by then, estimates for the rest. */
  readonly quick?: boolean
  /** Also compare every base with a copy of itself. */
  readonly control?: boolean
  /** Also measure allocation and garbage collection. */
  readonly memory?: boolean
  /** Also report page faults, context switches, reads, writes and CPU time. */
  readonly usage?: boolean
  /** Also report which compiler each function came to, when, and deoptimisations. */
  readonly tiers?: boolean
  /** Also report which functions allocate how much. */
  readonly allocations?: boolean
  /** Also say where the time goes, for what came out faster or slower. Its files are beside a record that is kept. */
  readonly profile?: boolean
  /** Milliseconds: count the calls that take longer. */
  readonly budgetMs?: number
  /** A folder to save the record in; default: none. */
  readonly recordFolder?: string
}

export interface RunOptions extends MeasureOptions {
  /** Targets, e.g. `node@24` or `node --no-opt`. Default: the pinned node, deno, bun and workerd. */
  readonly runtimes?: readonly string[]
  /** Compare cases, or compare targets. Default: as the suite says. */
  readonly by?: 'cases' | 'targets'
  readonly timer?: TimerName
}

export interface CompareOptions extends MeasureOptions {
  /** The target that the heads are compared with. */
  readonly base: string
  /** Targets to judge. */
  readonly heads: readonly string[]
  /** Measure what each flag of the head does, alone and added to the others. */
  readonly attribute?: boolean
  /** A second build of the base's source. */
  readonly baseRebuilt?: string
  /** A folder for evidence for a review: Markdown, record, chart. */
  readonly evidenceFolder?: string
}

/**
 * Measures suites and returns the record. The measuring process runs on the pinned Node, whatever Node this is.
 *
 * @param suites suites, `suite/case` or paths of suite files, from the current folder
 * @returns the record, also when cases failed in it; with status `partial` when the signal ended it
 * @throws Error with one sentence when it fails, or ends before anything was measured
 */
export function run(suites: string | readonly string[], options: RunOptions = {}): Promise<RunRecord> {
  const { runtimes, by, timer } = options
  return measured(
    [
      ...namesOf(suites),
      ...repeated('--runtime', runtimes),
      ...valued('--by', by),
      ...valued('--timer', timer),
      ...measureArgs(options),
    ],
    options,
  )
}

/**
 * Compares targets with a base, case by case, and returns the record.
 *
 * @param suites as for `run`
 * @throws Error as `run`
 */
export function compare(suites: string | readonly string[], options: CompareOptions): Promise<RunRecord> {
  const { base, heads, attribute, baseRebuilt, evidenceFolder } = options
  return measured(
    [
      'compare',
      ...namesOf(suites),
      `--base=${base}`,
      ...repeated('--head', heads),
      ...switched('--attribute', attribute),
      ...valued('--base-rebuilt', baseRebuilt),
      ...valued('--evidence', evidenceFolder),
      ...measureArgs(options),
    ],
    options,
  )
}

/**
 * Reads and checks a record.
 *
 * @throws Error when the file cannot be read; SyntaxError, naming file and field, when it is no record
 */
export async function readRecord(file: string): Promise<RunRecord> {
  const record = await import('@steelyard/record')
  return record.readRecord(file)
}

/** Imported late: a module that only defines a suite does not need it. */
async function measured(args: readonly string[], options: MeasureOptions): Promise<RunRecord> {
  const { recordOf } = await import('./record-of.ts')
  return recordOf(args, options)
}

/** The command line of what all measurements share. */
function measureArgs(options: MeasureOptions): string[] {
  const { cases, params, flags, metric, precision, threshold, windowSeconds, timeSeconds } = options
  const { affinity, seed, quick, control, memory, usage, tiers, allocations } = options
  const { profile, budgetMs, recordFolder } = options
  const chosen = Object.entries(params ?? {}).map(([name, value]) => `${name}=${value}`)
  return [
    ...repeated('--case', cases),
    ...repeated('--param', chosen),
    ...repeated('--flags', flags),
    ...valued('--metric', metric),
    ...valued('--precision', precision),
    ...valued('--threshold', threshold),
    ...valued('--window', windowSeconds),
    ...valued('--time', timeSeconds),
    ...valued('--affinity', affinity),
    ...valued('--seed', seed),
    ...switched('--quick', quick),
    ...switched('--control', control),
    ...switched('--memory', memory),
    ...switched('--usage', usage),
    ...switched('--tiers', tiers),
    ...switched('--allocations', allocations),
    ...switched('--profile', profile),
    ...valued('--budget', budgetMs),
    ...(recordFolder === undefined ? ['--no-save'] : [`--out=${recordFolder}`]),
    '--json=-',
  ]
}

function namesOf(suites: string | readonly string[]): readonly string[] {
  return typeof suites === 'string' ? [suites] : suites
}

// With an equals sign, so that a value may begin with a hyphen.
function repeated(option: string, values: readonly string[] = []): string[] {
  return values.map(value => `${option}=${value}`)
}

function valued(option: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`${option}=${value}`]
}

function switched(option: string, isOn: boolean | undefined): string[] {
  return isOn ? [option] : []
}
