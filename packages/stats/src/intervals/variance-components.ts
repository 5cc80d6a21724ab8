import { checkFinite } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { mean, standardDeviation } from '../descriptive/moments.ts'
import { logRatioOfSums } from './launch-ratio.ts'

/** Long blocks capture most of the likeness of neighbours; that there are few averages out over many launches. */
const BLOCKS = 4

/** The log ratio of a pair in one launch, with the noise of its rounds. */
export interface LaunchNoise {
  /** log(Σ head ÷ Σ base). */
  readonly logRatio: number
  readonly rounds: number
  /** Variance in log of a round's ratio, autocorrelation included: ÷ rounds it is the variance of the launch's. */
  readonly roundVariance: number
}

/**
 * Returns the log ratio of sums of a launch, with the noise of its rounds, from one sample of each side per round.
 *
 * The ratio is linear in head ÷ mean head − base ÷ mean base of its rounds (Cochran 1977, ratio estimators). Neighbouring
 * rounds are alike, so their variance is taken between the means of four blocks of neighbours, times the block's length
 * (batch means; Schmeiser 1982). A likeness that outlasts a block counts as a difference between launches. Null under four
 * rounds or where a sum is not above 0; RangeError as `logRatioOfSums`.
 */
export function launchNoise(headNs: readonly number[], baseNs: readonly number[]): LaunchNoise | null {
  const logRatio = logRatioOfSums(headNs, baseNs)
  if (logRatio === null || headNs.length < BLOCKS) return null
  const rounds = headNs.length
  const [headMeanNs, baseMeanNs] = [mean(headNs), mean(baseNs)]
  const differences = headNs.map((head, round) => head / headMeanNs - elementAt(baseNs, round) / baseMeanNs)
  const length = Math.floor(rounds / BLOCKS)
  const blocks = Array.from({ length: BLOCKS }, (_, block) =>
    mean(differences.slice(block * length, (block + 1) * length)),
  )
  return { logRatio, rounds, roundVariance: length * standardDeviation(blocks) ** 2 }
}

/**
 * Returns both variance components of a pair, in log, from its launches, which may differ in length: one of n rounds has the
 * variance betweenSd² + withinSdPerRound² ÷ n. Of the variance between log ratios, the launches have what the rounds' share
 * leaves, the mean of roundVariance ÷ rounds (analysis of variance, as in Kalibera and Jones 2013). Null under two launches;
 * RangeError if a log ratio is not finite.
 */
export function varianceComponents(launches: readonly LaunchNoise[]) {
  if (launches.length < 2) return null
  const logRatios = launches.map(({ logRatio }) => logRatio)
  checkFinite('log ratios', logRatios)
  const roundVariance = mean(launches.map(launch => launch.roundVariance))
  const fromRounds = roundVariance * mean(launches.map(({ rounds }) => 1 / rounds))
  const betweenVariance = standardDeviation(logRatios) ** 2 - fromRounds
  return {
    /** Unbiased, and so below 0 by chance where launches hardly differ. */
    betweenVariance,
    /** Spread of the launches beyond what their rounds explain: 0 or more; no longer launch makes it smaller. */
    betweenSd: Math.sqrt(Math.max(0, betweenVariance)),
    /** Spread of a round within its launch, the likeness of neighbours included: 0 or more. */
    withinSdPerRound: Math.sqrt(roundVariance),
    /** Mean rounds of a launch. */
    rounds: mean(launches.map(({ rounds }) => rounds)),
  }
}
