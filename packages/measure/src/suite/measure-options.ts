import type { Metric, Progress, Stopping } from '@steelyard/schedule'
import type { LaunchContext } from '../launch/launch-group.ts'
import type { SuitePlan } from '../plan/plan.ts'
import type { SideLaunches } from '../side-launches/side-launches.ts'

/** What every measurer is asked for: of functions, of servers and of starts. */
export interface MeasureOptions {
  readonly plan: SuitePlan
  readonly context: LaunchContext
  readonly metric: Metric
  readonly seed: number
  readonly stopping: Stopping
  /** Launches of each group that the budget is shared out for. */
  readonly launches: number
  readonly batchFactors: readonly number[]
  readonly timedSeconds: number | null
  /** Whether each group has a launch beside the timed ones in which the engines tell what they do. */
  readonly traced: boolean
  readonly sideLaunches: SideLaunches
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}
