import { checkPositive } from '../descriptive/check-number.ts'
import { standardDeviation } from '../descriptive/moments.ts'
import { launchQuantile } from '../intervals/estimate.ts'
import { launchesNeeded } from '../intervals/launches-needed.ts'
import { averageByCpu, combineCpus } from './cpus.ts'
import { estimateMachines, type Machine } from './machines.ts'

/**
 * Fewer are never enough: those would stop that happen to agree. From five on, with the widened quantile, 94.5 % and
 * more is left of the 95 % whatever the wanted width (docs/lab-notes.md); from three on it is 93 %.
 */
export const FEWEST_CPUS = 5

export interface CpusNeeded {
  /** Half the width of the combined interval in log ratio, with the widened quantile; null where there is none. */
  readonly halfWidth: number | null
  readonly needsMore: boolean
  /** How many cpuIds in all are enough, if they go on to differ as they do: a forecast for people. */
  readonly forecast: number | null
}

/**
 * Returns whether a fleet must measure on more cpuIds until the combined interval of one comparison is at most `halfWidth`
 * (in log ratio, greater than 0) to each side. That depends on the width alone, never on where the interval lies or on a
 * p-value: machines that are added until a finding is significant find one sooner or later. It takes the quantile of runs
 * that stop on precision. Combine such a set with `stoppedOnWidth`. RangeError as `combineMachines`.
 */
export function needsMoreCpus(machines: readonly Machine[], halfWidth: number): CpusNeeded {
  checkPositive('the half-width', halfWidth)
  const cpus = averageByCpu(estimateMachines(machines).machines)
  const combined = combineCpus(cpus, true)
  if (combined === null) return { halfWidth: null, needsMore: true, forecast: null }
  const reached = combined.standardError * launchQuantile(combined.df)
  const needsMore = cpus.length < FEWEST_CPUS || reached > halfWidth
  const spread = standardDeviation(cpus.map(({ logRatio }) => logRatio))
  const needed = launchesNeeded({ standardDeviation: spread, halfWidth, launches: cpus.length })
  return { halfWidth: reached, needsMore, forecast: Math.max(FEWEST_CPUS, needed) }
}
