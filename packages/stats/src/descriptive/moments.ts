/** Returns the sum, 0 of none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the arithmetic mean, in the unit of `values`; RangeError if there are none. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('Cannot take the mean of no values.')
  return sum(values) / values.length
}

/** Returns the sample standard deviation (divisor n - 1), in the unit of `values`; RangeError under two. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) {
    throw new RangeError(`Cannot take the standard deviation of ${values.length} values. Give at least 2.`)
  }
  const center = mean(values)
  return Math.sqrt(sum(values.map(value => (value - center) ** 2)) / (values.length - 1))
}

/** Returns the standard error of the mean, `standardDeviation` ÷ √n; RangeError under two values. */
export function standardError(values: readonly number[]): number {
  return standardDeviation(values) / Math.sqrt(values.length)
}

// No clock resolves a part in 10^12: logs that differ by less are equal but for rounding.
const ROUNDING = 1e-12

/** Returns whether log ratios are all the same but for rounding, also when there is one or none. */
export function lacksVariance(logRatios: readonly number[]): boolean {
  return Math.max(...logRatios) - Math.min(...logRatios) <= ROUNDING
}
