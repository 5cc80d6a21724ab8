import { mean, type VarianceComponents } from '@steelyard/stats'
import { CHANNEL_SHARE, FIRST_TIMED_NS } from './pacing.ts'

/** The noise of a group's launches so far. */
export interface GroupNoise {
  /** Of each pair. */
  readonly components: readonly VarianceComponents[]
  /** Timed part of a round, for one contender. */
  readonly roundNs: number
  /** Time of a contender's launch outside of its timed batches. */
  readonly overheadNs: number
}

/** Few launches show little of the spread between them: the first planned length counts as so many more. */
const LAUNCHES_OF_ASSUMPTION = 5

/**
 * Returns the length of a launch's timed part, in nanoseconds, that makes the intervals narrowest in the time left: more
 * launches and longer launches gain alike there. With the cost of a launch c and of a nanosecond timed k, that is
 * √(c ÷ k × within ÷ between), whatever the time left and the effect (Kalibera and Jones 2013, their optimal
 * repetition count for two levels). Several pairs share a launch: the sums of their variances count. May be infinite.
 */
export function usefulTimedNs({ components, roundNs, overheadNs }: GroupNoise): number {
  const within = mean(components.map(({ withinSdPerRound }) => withinSdPerRound ** 2)) * roundNs
  const between = mean(components.map(({ betweenVariance }) => betweenVariance))
  const df = Math.min(...components.map(({ launches }) => launches)) - 1
  const costRatioNs = overheadNs / (1 + CHANNEL_SHARE)
  const assumed = (costRatioNs * within) / FIRST_TIMED_NS ** 2
  const likely = (df * between + LAUNCHES_OF_ASSUMPTION * assumed) / (df + LAUNCHES_OF_ASSUMPTION)
  return likely > 0 ? Math.sqrt((costRatioNs * within) / likely) : Number.POSITIVE_INFINITY
}
