import { checkFinite } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { sum } from '../descriptive/moments.ts'
import { median } from '../descriptive/quantile.ts'

/** Which clock a ratio is of. */
export type Metric = 'wall' | 'cpu'

/** The samples of one contender in one launch, one per round: nanoseconds per iteration. */
export interface LaunchSamples {
  readonly wallNs: readonly number[]
  /** Null where the clock could not be read. */
  readonly cpuNs: readonly (number | null)[]
}

/** log(head ÷ base) of one shared launch; null where a clock shows no time. */
export interface LaunchRatio {
  readonly ofSums: number | null
  readonly ofMedians: number | null
}

/**
 * Returns the ratios of one shared launch on one clock, for the stopping rule and for the result. Rounds that lack a
 * reading of either side do not count.
 */
export function launchRatio(head: LaunchSamples, base: LaunchSamples, metric: Metric): LaunchRatio {
  const [ofHead, ofBase] = [samplesOf(head, metric), samplesOf(base, metric)]
  const isComplete = (_: unknown, round: number) => ofHead[round] != null && ofBase[round] != null
  const [headNs, baseNs] = [ofHead.filter(isComplete) as number[], ofBase.filter(isComplete) as number[]]
  return { ofSums: logRatioOfSums(headNs, baseNs), ofMedians: medianLogRatio(headNs, baseNs) }
}

/** Returns the mean nanoseconds per iteration of a launch; null when the clock shows no time. */
export function launchMeanNs(launch: LaunchSamples, metric: Metric): number | null {
  const present = samplesOf(launch, metric).flatMap(sample => sample ?? [])
  const totalNs = sum(present)
  return totalNs > 0 ? totalNs / present.length : null
}

function samplesOf(launch: LaunchSamples, metric: Metric): readonly (number | null)[] {
  return metric === 'wall' ? launch.wallNs : launch.cpuNs
}

/** No clock resolves a larger ratio. A forged record could show an infinite one, whose interval would be infinite too. */
const MOST_LOG_RATIO = Math.log(1e12)

/**
 * Returns log(Σ head ÷ Σ base) of one launch, its headline: the collector's work counts in full. One sample per round, in
 * nanoseconds per iteration. Every sample counts, also a CPU reading of 0 or a backward step of a coarse clock: its
 * neighbour holds the rest. Null when either sum is not above 0, or one is more than 10¹² times the other. RangeError if
 * the counts differ or a sample is not finite.
 */
export function logRatioOfSums(headNs: readonly number[], baseNs: readonly number[]): number | null {
  checkPairs(headNs, baseNs)
  const [head, base] = [sum(headNs), sum(baseNs)]
  const logRatio = Math.log(head / base)
  return head > 0 && base > 0 && Math.abs(logRatio) <= MOST_LOG_RATIO ? logRatio : null
}

/**
 * Returns the median over rounds of log(head ÷ base) of one launch, blind to what hits under half of them. Samples and
 * errors as of `logRatioOfSums`. A round where a sample is 0 or less has no log and is left out; null when none is left.
 */
export function medianLogRatio(headNs: readonly number[], baseNs: readonly number[]): number | null {
  checkPairs(headNs, baseNs)
  const logRatios = headNs.flatMap((head, round) => {
    const base = elementAt(baseNs, round)
    return head > 0 && base > 0 ? [Math.log(head / base)] : []
  })
  return logRatios.length === 0 ? null : median(logRatios)
}

function checkPairs(headNs: readonly number[], baseNs: readonly number[]): void {
  if (headNs.length !== baseNs.length) {
    throw new RangeError(
      `Cannot pair samples: head has ${headNs.length}, base ${baseNs.length}. Give one of each per round.`,
    )
  }
  checkFinite('samples of head', headNs)
  checkFinite('samples of base', baseNs)
}
