import type { Progress, Stopping } from '@steelyard/schedule'
import type { SuiteJournal } from '../journal/suite-journal.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import type { SuitePlan } from '../plan/plan.ts'
import type { RunProbes, RunRules } from '../plan/run-options.ts'

/** The task of every measurer: of functions, of servers and of starts. */
export interface MeasureTask extends Pick<RunRules, 'metric' | 'seed' | 'timers'> {
  readonly plan: SuitePlan
  readonly context: LaunchContext
  readonly journal: SuiteJournal
  readonly stopping: Stopping
  /** How far beyond its time a group may go that lacks launches, as a factor: see `overtimeOf`. */
  readonly overtime: number
  /** Launches of each group that the budget is shared out for. */
  readonly launches: number
  readonly batchFactors: readonly number[]
  /** How much is timed of each contender in each launch of functions. */
  readonly windowNs: number
  /** Whether each group has a side launch in which the engines trace what they do. */
  readonly traced: boolean
  readonly sideLaunches: SideLaunches
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** What side launches find out, one launch of each contender for each. */
export interface SideLaunches extends Pick<RunProbes, 'memory' | 'usage' | 'allocations' | 'tiers'> {
  /** Cases whose calls are timed one by one. */
  readonly perCall: readonly string[]
  /** What a call may take; null when nothing is asked. */
  readonly budgetNs: number | null
}
