import { checkBetween, checkFinite, checkPositive } from '../descriptive/check-number.ts'
import { lacksVariance, mean as meanOf, standardError as standardErrorOf } from '../descriptive/moments.ts'
import { studentCdf } from '../distributions/student-t.ts'

/** What the test needs: an estimated effect in log, and how large an effect may be bias alone. */
interface IntervalNull {
  /** The estimated effect: the mean of the log ratios. */
  readonly mean: number
  /** Standard error, in log; greater than 0. */
  readonly standardError: number
  /** The degrees of freedom of the standard error; at least 1. */
  readonly df: number
  /** The bias allowance β, in log; the null is |effect| ≤ β. */
  readonly allowance: number
}

/**
 * Returns the p-value, from 0 to 1, against the null that the true effect lies within ± `allowance`.
 *
 * The largest probability under the null of a mean at least as far from 0, which its ends reach: P(T ≥ (|m| - β) ÷ se) +
 * P(T ≥ (|m| + β) ÷ se), by Hodges and Lehmann (1954). 1 for an estimate inside the allowance; with an allowance of 0 the
 * ordinary two-sided t test. RangeError if the standard error is not above 0, the allowance negative or one not finite.
 */
export function intervalNullPValue({ mean, standardError, df, allowance }: IntervalNull): number {
  checkFinite('the mean', [mean])
  checkPositive('the standard error', standardError)
  checkBetween('the allowance', allowance, 0, Number.MAX_VALUE)
  const distance = Math.abs(mean)
  if (distance <= allowance) return 1
  const near = studentCdf((allowance - distance) / standardError, df)
  const far = studentCdf((-allowance - distance) / standardError, df)
  return Math.min(1, near + far)
}

/** Returns the p-value of all launches at once against an `allowance` in log; null under two or without variance. */
export function pValueOfAll(logRatios: readonly number[], allowance: number): number | null {
  if (lacksVariance(logRatios)) return null
  const df = logRatios.length - 1
  return intervalNullPValue({
    mean: meanOf(logRatios),
    standardError: standardErrorOf(logRatios),
    df,
    allowance,
  })
}
