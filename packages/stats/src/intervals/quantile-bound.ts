import { checkBetween } from '../descriptive/check-number.ts'
import { binomialCdf } from '../distributions/binomial.ts'

/**
 * Returns a value that the quantile at `p` of what `values` were drawn from is below with at least the confidence `level`;
 * null when there are too few values for it.
 *
 * The smallest order statistic r with P(at most r - 1 of n values are below the quantile) ≥ `level`: exact for any
 * continuous distribution (David and Nagaraja, Order Statistics, 7.1). At p = level = 0.95 it is the largest of 59 values.
 */
export function quantileUpperBound(values: readonly number[], p: number, level: number): number | null {
  checkBetween('p', p, 0, 1)
  checkBetween('level', level, 0, 1)
  if (values.some(Number.isNaN)) throw new RangeError('Cannot bound a quantile: one value is NaN.')
  const sorted = Float64Array.from(values).sort()
  const rank = sorted.findIndex((_, below) => binomialCdf(below, sorted.length, p) >= level)
  return sorted[rank] ?? null
}

/**
 * Returns a value that the quantile at `p` of what `values` were drawn from is above with at least the confidence `level`;
 * null when there are too few values for it. The mirror of `quantileUpperBound`.
 */
export function quantileLowerBound(values: readonly number[], p: number, level: number): number | null {
  const mirrored = values.map(value => -value)
  const bound = quantileUpperBound(mirrored, 1 - p, level)
  return bound === null ? null : -bound
}
