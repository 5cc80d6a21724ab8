import { checkBetween } from './check-number.ts'
import { elementAt } from './element-at.ts'

/** Returns the median of `values`, in their unit and any order; RangeError if empty or if one is NaN. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * Returns the quantile of `values` at `p` from 0 to 1, in their unit and any order.
 *
 * Linear interpolation, type 7 of Hyndman and Fan (1996), the default of R and NumPy.
 * RangeError if `values` is empty or holds a NaN, or if `p` is outside 0…1.
 */
export function quantile(values: readonly number[], p: number): number {
  checkBetween('p', p, 0, 1)
  if (values.length === 0) throw new RangeError('Cannot take a quantile of no values.')
  if (values.some(Number.isNaN)) throw new RangeError('Cannot take a quantile: one value is NaN.')
  const sorted = Float64Array.from(values).sort()
  const position = (sorted.length - 1) * p
  const lower = elementAt(sorted, Math.floor(position))
  const upper = elementAt(sorted, Math.ceil(position))
  return lower === upper ? lower : lower + (position - Math.floor(position)) * (upper - lower)
}
