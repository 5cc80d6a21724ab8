import { mean, standardError } from '../descriptive/moments.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { type Estimate, LEVEL } from './estimate.ts'

/** The share of a whole that was found in each launch, and the whole in nanoseconds. */
export interface SharesOf {
  /** 0 to 1 each, one a launch. */
  readonly shares: readonly number[]
  readonly wholeNs: number
  /** Standard error of the logarithm of the whole; 0 where it is taken as known. */
  readonly wholeLogError: number
  /** Samples of each launch, where the shares are counts of samples. */
  readonly samples?: readonly number[]
}

/**
 * Returns how much more of head a part takes than of base, in nanoseconds, with its interval, and the two-sided p-value of
 * no difference by the same t: mean share times whole on each side, and the difference of the two. Launches are not paired:
 * Welch's t, with the degrees of freedom of Welch and Satterthwaite; the error of the wholes is added to the variance.
 * Shares that are counts of samples vary at least as such counts do: launches that agree by chance make no rare part
 * certain. Null under two launches of a side.
 */
export function shareDifference(base: SharesOf, head: SharesOf) {
  const n = Math.min(base.shares.length, head.shares.length)
  if (n < 2) return null
  const sides = [base, head].map(({ shares, wholeNs, wholeLogError, samples = [] }) => ({
    partNs: mean(shares) * wholeNs,
    variance: Math.max(standardError(shares) ** 2, countVariance(shares, samples)) * wholeNs ** 2,
    wholeVariance: (mean(shares) * wholeNs * wholeLogError) ** 2,
    df: shares.length - 1,
  }))
  const value = (sides[1]?.partNs ?? 0) - (sides[0]?.partNs ?? 0)
  const variance = sides.reduce((sum, side) => sum + side.variance, 0)
  const wholeVariance = sides.reduce((sum, side) => sum + side.wholeVariance, 0)
  const weights = sides.reduce((sum, side) => sum + side.variance ** 2 / side.df, 0)
  const df = weights === 0 ? n - 1 : Math.max(1, variance ** 2 / weights)
  const error = Math.sqrt(variance + wholeVariance)
  const reach = studentQuantile((1 + LEVEL) / 2, df) * error
  const pValue = error === 0 ? Number(value === 0) : Math.min(1, 2 * studentCdf(-Math.abs(value) / error, df))
  const estimate: Estimate = { value, lower: value - reach, upper: value + reach, level: LEVEL, n }
  return { estimate, pValue }
}

/** Returns the variance of the mean of shares that are counts of independent samples. */
function countVariance(shares: readonly number[], samples: readonly number[]): number {
  const share = Math.min(1, mean(shares))
  const ofLaunches = samples.map(count => (share * (1 - share)) / Math.max(1, count))
  return ofLaunches.reduce((sum, each) => sum + each, 0) / shares.length ** 2
}
