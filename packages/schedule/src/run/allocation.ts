import { mean, type VarianceComponents } from '@steelyard/stats'
import { CHANNEL_SHARE, FIRST_TIMED_NS } from './pacing.ts'

/** What the launches of a group have shown so far. */
export interface GroupNoise {
  /** Of each pair. */
  readonly components: readonly VarianceComponents[]
  /** Timed part of a round, for one contender. */
  readonly roundNs: number
  /** What a contender of a launch takes beside its timed batches. */
  readonly overheadNs: number
}

/** So few launches tell little of the spread between them: the length planned first counts as so many more. */
const LAUNCHES_OF_ASSUMPTION = 5

/**
 * Returns how long the timed part of a launch should be, so that the time left narrows the intervals most: there
 * another launch and longer launches gain alike. With the cost of a launch c and of a nanosecond timed k, that is
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
