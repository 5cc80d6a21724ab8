import type { WarningRecord } from './record.ts'

/**
 * What a record warns of: a code, figures with the unit in their names, and names or messages that come from elsewhere.
 * Codes may be added; what a code and its figures mean does not change.
 */

/** Warnings of a result: what a reader must know of its numbers. */
const RESULT = {
  /** An iteration takes hardly longer than one of the empty loop. */
  'near-empty-loop': { iterationNs: 'number', emptyNs: 'number' },
  /** Time of twice as many iterations ÷ time of once. */
  'growing-state': { timesAsLong: 'number' },
  /** In `launches` of `of` it changed its speed in every window. */
  'never-steady': { launches: 'number', of: 'number' },
  'drifting-warm-up': { launches: 'number', of: 'number' },
  /** Times faster, or slower, after a number of iterations of a process. */
  'late-speed-up': { times: 'number', iterations: 'number', durationNs: 'number' },
  'late-slow-down': { times: 'number', iterations: 'number', durationNs: 'number' },
  'bimodal-batches': { launches: 'number', of: 'number' },
  /** CPU time of the main thread ÷ the time reported. */
  'work-after-return': { mainCpuShare: 'number' },
  /** The host's time of its batches ÷ the time reported. */
  'late-replies': { timesAsLong: 'number' },
  /** A batch without iterations ÷ the median batch. */
  'long-empty-batches': { emptyShare: 'number' },
  /** CPU time ÷ wall time. */
  waiting: { cpuShare: 'number' },
  'contended-batches': { batchShare: 'number' },
  /** Launches with windows given up, since a contender of the group changed its speed in them. */
  'measured-again': { launches: 'number', of: 'number' },
  'one-launch': {},
  /** A contender was lost after this number of good launches. */
  'lost-later': { launches: 'number' },
  /** Launches that gave nothing, since another contender of the group was lost in them. */
  'lost-beside': { launches: 'number', of: 'number' },
  /** A benchmark file's case: its result was not checked. */
  unverified: { reason: 'string' },
  /** A benchmark file's case counts several units of its own for an iteration. */
  'own-unit': { unitsPerIteration: 'number' },
  /** A benchmark file's tool times the call without the promise that it returns. */
  'promise-counted': {},
  'no-memory-launch': { message: 'string' },
  'no-usage-launch': { message: 'string' },
  'no-tiers-launch': { message: 'string' },
  'no-allocations-launch': { message: 'string' },
  'no-allocation-sampler': {},
  'no-profile': { message: 'string' },
  'no-calls-launch': { message: 'string' },
  'no-single-requests': { message: 'string' },
  'no-startup-phases': { message: 'string' },
  /** The load generator decided the rate: it sent late, by so much of the latency; … */
  'generator-late': { latencyShare: 'number' },
  /** … the rate is so much of its own against canned bytes; … */
  'generator-rate': { rateShare: 'number' },
  /** … or it was busy for so much of the time. */
  'generator-busy': { timeShare: 'number' },
  /** From the first half of its turns to the second it took so much less. */
  'faster-in-turns': { changeShare: 'number' },
  /** The message is the load generator's. */
  'request-fault': { kind: 'string', count: 'number', message: 'string' },
  'bundle-over-limit': { gzipBytes: 'number' },
  'large-bundle': { gzipBytes: 'number' },
  /** Launches in which the timer said 0. */
  'zero-headline': { timer: 'string', launches: 'number', of: 'number' },
  /** Runs of another tool that ended with another exit code than 0. */
  'failed-runs': { runs: 'number', of: 'number' },
  /** Another tool's own word for a flag. */
  'tool-flag': { flag: 'string' },
} as const

/** Warnings of a machine: what harms the numbers. */
const ENVIRONMENT = {
  /** Runnable processes before the run. */
  'busy-machine': { load: 'number', cores: 'number' },
  'one-core': {},
  'cannot-pin': {},
  'slow-governor': { governor: 'string' },
  /** Contenders reached no files, processes or network; but for that of suites that need it, if any. */
  confined: { suitesWithNetwork: 'string' },
  overrun: { plannedNs: 'number', endedAfterNs: 'number' },
} as const

/** Warnings of a target: what a reader must know of its build and flags. */
const TARGET = {
  /** Flags that change nothing in this build together with the target's other flags, by the engine's own list. */
  'idle-flags': { flags: 'string', beside: 'string' },
  /** Its build reads neither classes nor block scopes, so that the suites of the run are lowered for every target. */
  'lowers-suites': {},
} as const

/** Warnings of a comparison: what else its ratio may come from. */
const COMPARISON = {
  /** One side is a build of the user's, the other the registry's. */
  'other-builder': {},
  /** Builds of different makers whose interval reaches within `withinShare` of no difference: building alone may do as much. */
  'other-builder-small': { withinShare: 'number' },
  /** Launches of two kinds, both on one side of the threshold. */
  'two-kinds': {},
  /** Launches of two kinds, one of which is not beyond the threshold on the side of the verdict. */
  'kinds-disagree': {},
  /** All launches together lie within the threshold, or on the other side. */
  'later-launches-differ': { look: 'number' },
  /** The ratio through the baseline ÷ the direct one. */
  'open-loop': { times: 'number' },
} as const

/** Why a figure is null. */
const MISSING = {
  'too-few-calls': { needed: 'number', calls: 'number' },
  /** From `leastNs` on the clock could tell. */
  'call-too-short': { leastNs: 'number' },
  'budget-too-short': { leastNs: 'number' },
  'budget-under-channel': { leastNs: 'number' },
  'no-process-cpu': {},
  'unread-process-cpu': {},
  'no-thread-cpu': {},
  'counted-as-allocated': {},
  'no-perf': {},
  'no-symbols': {},
  'no-code-map': {},
  'perf-failed': { message: 'string' },
  'no-mapped-launch': { message: 'string' },
  'no-external-bytes': { runtime: 'string' },
  'always-collected': {},
  'no-heap-size': {},
  'no-asked-collection': {},
  'too-few-collections': { collections: 'number', iterations: 'number' },
  /** Wait of the main thread ÷ its CPU time. */
  'main-thread-waited': { waitedShare: 'number' },
  'helpers-on-one-core': {},
} as const

/** Why a result has no numbers, or none that are worth anything. */
const ERROR = {
  /** The suite, or the timer, says why it cannot be measured there. */
  unsupported: { reason: 'string' },
  /** Another tool's own word. */
  'tool-error': { message: 'string' },
  'not-measured': {},
  /** How it ended, and the message of who saw it end. */
  lost: { failure: 'string', message: 'string' },
  'dead-code-floor': { iterationNs: 'number', emptyNs: 'number', launches: 'number' },
  /** Time of twice as many iterations ÷ time of once, and its upper bound. */
  'dead-code-growth': { timesAsLong: 'number', upperTimesAsLong: 'number', launches: 'number' },
  /** A batch without iterations ÷ the median batch. */
  'false-clock-empty': { emptyShare: 'number', launches: 'number' },
  /** What the other clock saw ÷ what was reported. */
  'false-clock-main-cpu': { timesAsLong: 'number', launches: 'number' },
  'false-clock-host': { timesAsLong: 'number', launches: 'number' },
} as const

type Figures = Readonly<Record<string, 'number' | 'string'>>

type Coded<T extends Readonly<Record<string, Figures>>> = {
  [C in keyof T]: { readonly code: C } & {
    readonly [F in keyof T[C]]: T[C][F] extends 'number' ? number : string
  }
}[keyof T]

export type ResultWarning = Coded<typeof RESULT>
export type EnvironmentWarning = Coded<typeof ENVIRONMENT>
export type TargetWarning = Coded<typeof TARGET>
export type ComparisonWarning = Coded<typeof COMPARISON>
export type MissingReason = Coded<typeof MISSING>
export type ResultError = Coded<typeof ERROR>

const ALL = { ...RESULT, ...ENVIRONMENT, ...TARGET, ...COMPARISON, ...MISSING, ...ERROR }
const FIGURES = new Map<string, Figures>(Object.entries(ALL))

export type Warning = Coded<typeof ALL>

/** Returns a warning as a record has it. */
export function warningRecord(warning: Warning): WarningRecord {
  const figures = Object.entries<string | number>(warning).map(([name, value]) => [
    name,
    typeof value === 'string' || Number.isFinite(value) ? value : null,
  ])
  return { ...Object.fromEntries(figures), code: warning.code }
}

/** Returns why each of some fields is null, as a record has it. */
export function warningRecords(reasons: Readonly<Record<string, Warning>>) {
  return Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, warningRecord(reason)]))
}

/** Returns a warning of a record; null for one with a code or figures that are not known here. */
export function knownWarning(warning: WarningRecord): Warning | null {
  const figures = FIGURES.get(warning.code)
  if (figures === undefined) return null
  const isWhole = Object.entries(figures).every(([name, type]) => typeof warning[name] === type)
  // The table is what the type is made of.
  return isWhole ? (warning as Warning) : null
}

/** Returns one key for warnings that differ in their figures alone, and may be shown as one. */
export function warningKind(warning: Warning): string {
  const names = Object.entries<string | number>(warning).filter(([, value]) => typeof value === 'string')
  return JSON.stringify(names.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
