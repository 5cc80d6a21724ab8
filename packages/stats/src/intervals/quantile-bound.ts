import { checkBetween } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { binomialCdf } from '../distributions/binomial.ts'

/**
 * Returns a value that the quantile at `p` of what `values` were drawn from is below with at least the confidence `level`;
 * null when there are too few values for it.
 *
 * The smallest order statistic r with P(at most r - 1 of n values are below the quantile) ≥ `level`: exact for any
 * continuous distribution (David and Nagaraja, Order Statistics, 7.1). At p = level = 0.95 it is the largest of 59 values.
 */
export function quantileUpperBound(values: readonly number[], p: number, level: number): number | null {
  const sorted = sortedForBound(values, p, level)
  for (let rank = 1; rank <= sorted.length; rank++) {
    if (binomialCdf(rank - 1, sorted.length, p) >= level) return elementAt(sorted, rank - 1)
  }
  return null
}

/**
 * Returns a value that the quantile at `p` of what `values` were drawn from is above with at least the confidence `level`;
 * null when there are too few values for it. The mirror of `quantileUpperBound`.
 */
export function quantileLowerBound(values: readonly number[], p: number, level: number): number | null {
  const sorted = sortedForBound(values, p, level)
  for (let rank = sorted.length; rank >= 1; rank--) {
    if (1 - binomialCdf(rank - 1, sorted.length, p) >= level) return elementAt(sorted, rank - 1)
  }
  return null
}

function sortedForBound(values: readonly number[], p: number, level: number): Float64Array {
  checkBetween('p', p, 0, 1)
  checkBetween('level', level, 0, 1)
  if (values.some(Number.isNaN)) throw new RangeError('Cannot bound a quantile: one value is NaN.')
  return Float64Array.from(values).sort()
}
