import type { Runner } from '@steelyard/runners'
import { type Pacing, pacingFor } from '@steelyard/schedule'

/** In a shorter window turns are shorter. */
const FEWEST_TURNS = 10

/**
 * Returns the pacing of a launch of these runtimes, with `timedNs` of timed batches of each contender. All batches are as
 * long as the longest that one of them needs, as far as ten fit into the window, times `factor`.
 */
export function groupPacing(
  runners: readonly Pick<Runner, 'batchNs' | 'turnNs'>[],
  timedNs: number,
  factor = 1,
): Pacing {
  const batchNs = Math.max(0, ...runners.map(runner => runner.batchNs))
  const turnNs = Math.max(0, ...runners.map(runner => runner.turnNs))
  return pacingFor(
    timedNs,
    factor * batchNs,
    factor * Math.max(batchNs, Math.min(turnNs, timedNs / FEWEST_TURNS)),
  )
}
