import { mean, standardError } from '../descriptive/moments.ts'
import { lacksVariance } from '../descriptive/zero-variance.ts'
import { halfWidth, ratioFromLogs } from '../intervals/estimate.ts'
import { intervalNullPValue } from './interval-null-test.ts'

/** The difference of head and base in log that a verdict tests. */
export interface Effect {
  /** The mean of the log ratios; below 0 head takes less time. */
  readonly center: number
  /** The half-width of its interval in log, the bias allowance not included. */
  readonly reach: number
  /** Against the null that the effect lies within the bias allowance. */
  readonly pValue: number
  /** Against the null of no effect at all: the p-value on a machine without bias. */
  readonly pValueWithoutBias: number
}

/**
 * Returns the effect in `logRatios` (one per launch), tested against a bias `allowance` in log, 0 or more.
 *
 * Null when it cannot be tested: under two launches, or without variance.
 */
export function effectOf(logRatios: readonly number[], allowance: number): Effect | null {
  const ratio = ratioFromLogs(logRatios)
  if (ratio === null || lacksVariance(logRatios)) return null
  const center = mean(logRatios)
  const spread = { mean: center, standardError: standardError(logRatios), df: logRatios.length - 1 }
  return {
    center,
    reach: halfWidth(ratio),
    pValue: intervalNullPValue({ ...spread, allowance }),
    pValueWithoutBias: intervalNullPValue({ ...spread, allowance: 0 }),
  }
}
