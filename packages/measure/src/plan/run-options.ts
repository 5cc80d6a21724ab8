import type { DialectName } from '@steelyard/dialects/dialect-name'
import type { RunRecord, TimerName } from '@steelyard/record'
import type { Stopping } from '@steelyard/schedule'
import type { LookPlan } from '@steelyard/stats'
import type { SuiteWord } from './catalog.ts'
import type { ComparePlan } from './compare-plan.ts'

/** What a run was asked for, checked and with its units in the names. */
export interface RunOptions {
  readonly selection: RunSelection
  readonly rules: RunRules
  readonly time: RunTime
  readonly probes: RunProbes
}

/** What is measured, and what is compared with what. */
export interface RunSelection {
  readonly suites: readonly SuiteWord[]
  readonly runtimes: readonly string[]
  /** Each is one variant of every target, the first one the base of its others; empty for the targets as they are. */
  readonly flags: readonly string[]
  /** What benchmark files of others are written in; null for what they use. */
  readonly dialect: DialectName | null
  /** Whether cases of such files are compared although their values differ. */
  readonly answers: 'compare' | 'ignore'
  /** Globs over case ids; empty for all. */
  readonly cases: readonly string[]
  /** Suites that have none of these are left out. Empty for all suites. */
  readonly tags: readonly string[]
  /** `name=value` or `name=all`. */
  readonly params: readonly string[]
  readonly by: 'cases' | 'targets' | null
  /** What `compare` compares with what; null for other commands. */
  readonly compare: ComparePlan | null
  /** The record that this run repeats; null for one that repeats nothing. */
  readonly repeats: RunRecord | null
}

/** How launches are made and judged. */
export interface RunRules {
  /** Timers to use: Steelyard alone, another timer alone, or several to be compared. */
  readonly timers: readonly TimerName[]
  readonly metric: 'wall' | 'cpu'
  /** Wanted half-width of every ratio, a fraction: 0.01 is 1 %; null where verdicts alone are wanted. */
  readonly precision: number | null
  /** A fraction. */
  readonly threshold: number
  readonly affinity: 'same-core' | 'all'
  readonly seed: number
  /** Contenders reach no files, network or processes. */
  readonly confine: boolean
  /** Every group also compares its base with a copy of itself. */
  readonly control: boolean
}

export interface RunTime {
  /** Cap of each suite; null for what its launches need. */
  readonly timeSeconds: number | null
  /** Stops at the first look. */
  readonly quick: boolean
  /** Timed part of a launch for each contender, null for the same as in other runs. */
  readonly windowSeconds: number | null
  /**
   * How many times as long as usual batches are: the launches of a group take these in turn, there and back. Not on the
   * command line: checks of the method ask for it.
   */
  readonly batchFactors?: readonly number[]
  /** Takes the place of what the options above say of stopping, and nothing is traced; not on the command line. */
  readonly stopping?: Partial<Stopping>
  /** When comparisons are looked at where `stopping` ends the run; once at its end if absent. Not on the command line. */
  readonly looks?: LookPlan
  /** Launches of each group that the time is shared over; those that are wanted if absent. Not on the command line. */
  readonly launches?: number
  /** How much longer than 1.5 times its time a run may take; not on the command line either. */
  readonly graceSeconds?: number
}

/** What is found out besides times, from launches that are not timed. */
export interface RunProbes {
  /** What is allocated and collected, in every suite. */
  readonly memory: boolean
  /** What the kernel counts of every contender. */
  readonly usage: boolean
  /** Which functions come to which tier of the compilers. */
  readonly tiers: boolean
  /** Which functions allocate. */
  readonly allocations: boolean
  /** Stacks of contenders that came out faster or slower. */
  readonly profile: boolean
  /** What a call may take; null when nothing is asked. */
  readonly budgetMs: number | null
}

/** What differs from a run of nothing. */
export type WantedOptions = { readonly [Section in keyof RunOptions]?: Partial<RunOptions[Section]> }

const BARE_RUN: RunOptions = {
  selection: {
    suites: [],
    runtimes: [],
    flags: [],
    dialect: null,
    answers: 'compare',
    cases: [],
    tags: [],
    params: [],
    by: null,
    compare: null,
    repeats: null,
  },
  rules: {
    timers: ['steelyard'],
    metric: 'wall',
    precision: null,
    threshold: 0.01,
    affinity: 'same-core',
    seed: 1,
    confine: false,
    control: false,
  },
  time: { timeSeconds: null, quick: false, windowSeconds: null },
  probes: { memory: false, usage: false, tiers: false, allocations: false, profile: false, budgetMs: null },
}

/** Returns a run of nothing, by the rules of the contract, with what is wanted. */
export function bareRun({ selection, rules, time, probes }: WantedOptions = {}): RunOptions {
  return {
    selection: { ...BARE_RUN.selection, ...selection },
    rules: { ...BARE_RUN.rules, ...rules },
    time: { ...BARE_RUN.time, ...time },
    probes: { ...BARE_RUN.probes, ...probes },
  }
}
