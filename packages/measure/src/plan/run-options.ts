import type { DialectName } from '@steelyard/dialects'
import type { RunRecord, TimerName } from '@steelyard/record'
import type { Stopping } from '@steelyard/schedule'
import type { SuiteWord } from './catalog.ts'
import type { ComparePlan } from './compare-plan.ts'

/** What a run was asked for, checked and with its units in the names. */
export interface RunOptions {
  readonly suites: readonly SuiteWord[]
  readonly runtimes: readonly string[]
  /** Each is one variant of every target, the first one the base of its others; empty for the targets as they are. */
  readonly flags?: readonly string[]
  /** What benchmark files of others are written in; null or absent for what they use. */
  readonly dialect?: DialectName | null
  /** Whether cases of such files are compared although they answer otherwise elsewhere. Default: they are not. */
  readonly answers?: 'compare' | 'ignore'
  /** Globs over case ids; empty for all. */
  readonly cases: readonly string[]
  /** Texts or globs over `suite/case`: other cases, and suites without any, are left out. Absent for none. */
  readonly filters?: readonly string[]
  /** Suites that have none of these are left out. Absent for none. */
  readonly tags?: readonly string[]
  /** `name=value` or `name=all`. */
  readonly params: readonly string[]
  readonly by: 'cases' | 'targets' | null
  readonly metric: 'wall' | 'cpu'
  /** Wanted half-width of every ratio, a fraction: 0.01 is 1 %; null where verdicts alone are wanted. */
  readonly precision: number | null
  readonly threshold: number
  /** Per suite. */
  readonly timeSeconds: number
  /** No time was given: suites have the time that their launches need, where that is more. */
  readonly isDefaultTime?: boolean
  readonly affinity: 'same-core' | 'all'
  readonly seed: number
  readonly quick: boolean
  /** Every group also compares its base with a copy of itself. */
  readonly control: boolean
  /**
   * How many times as long as usual batches are: the launches of a group take these in turn, there and back. Not on the
   * command line: checks of the method ask for it.
   */
  readonly batchFactors: readonly number[]
  /** Timed part of a launch for each contender, null for the same as in other runs. */
  readonly timedSeconds: number | null
  /** Takes the place of what the options above say of stopping, and nothing is traced; not on the command line. */
  readonly stopping?: Partial<Stopping>
  /** Launches of each group that the time is shared over; those that are wanted if absent. Not on the command line. */
  readonly launches?: number
  /** How much longer than 1.5 times its time a run may take; not on the command line either. */
  readonly graceSeconds?: number
  /** Measure what is allocated and collected, in every suite. */
  readonly memory: boolean
  /** Read what the kernel counts of every contender. */
  readonly usage: boolean
  /** Log which functions come to which tier of the compilers. */
  readonly tiers: boolean
  /** Whether side launches find out which functions allocate. */
  readonly allocations: boolean
  /** Sample the stacks of contenders that came out faster or slower. */
  readonly profile: boolean
  /** What a call may take; null when nothing is asked. */
  readonly budgetNs: number | null
  readonly dryRun: boolean
  readonly verbose: boolean
  readonly json: string | null
  readonly markdown: string | null
  readonly out: string
  readonly save: boolean
  /** Timers to use: Steelyard alone, another timer alone, or several to be compared. */
  readonly timers: readonly TimerName[]
  readonly failOn: 'slower' | null
  /** What `compare` compares with what; null for other commands. */
  readonly compare: ComparePlan | null
  /** The record that this run repeats; absent for one that repeats nothing. */
  readonly repeats?: RunRecord
}

/** A run of nothing, by the rules of the contract, which keeps and writes nothing: what is wanted is added to it. */
export const BARE_RUN: RunOptions = {
  suites: [],
  runtimes: [],
  cases: [],
  params: [],
  by: null,
  metric: 'wall',
  precision: null,
  threshold: 0.01,
  timeSeconds: 60,
  affinity: 'same-core',
  seed: 1,
  quick: false,
  control: false,
  batchFactors: [1],
  timedSeconds: null,
  memory: false,
  usage: false,
  tiers: false,
  allocations: false,
  profile: false,
  budgetNs: null,
  dryRun: false,
  verbose: false,
  json: null,
  markdown: null,
  out: '',
  save: false,
  timers: ['steelyard'],
  failOn: null,
  compare: null,
}
