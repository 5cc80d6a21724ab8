import { checkFinite } from './check-number.ts'
import { elementAt } from './element-at.ts'
import { lacksVariance, mean } from './moments.ts'

/** The 99 % quantile of the normal distribution. */
const BEYOND_CHANCE = 2.326
const LEAST_VALUES = 20

/**
 * Returns how the residuals of a series resemble their neighbours, each less the mean of its level, of which `starts` has
 * the first indices; null under 20 values, or where those of each level are equal. RangeError if a value is not finite. The
 * correlation of n independent values of one level is about normal with mean -1/n and standard deviation 1/√n (Bartlett
 * 1946).
 */
export function lagOneCorrelation(values: readonly number[], starts: readonly number[]) {
  checkFinite('the values of a series', values)
  if (values.length < LEAST_VALUES) return null
  const bounds = [0, ...starts, values.length]
  const residuals = bounds.slice(1).flatMap((end, index) => {
    const level = values.slice(elementAt(bounds, index), end)
    const center = mean(level)
    return level.map(value => value - center)
  })
  if (lacksVariance(residuals)) return null
  const power = residuals.reduce((sum, residual) => sum + residual ** 2, 0)
  const shared = residuals
    .slice(1)
    .reduce((sum, residual, at) => sum + residual * elementAt(residuals, at), 0)
  const correlation = shared / power
  const n = values.length
  return {
    /** Correlation of each value with the next, -1 to 1. */
    correlation,
    /** Whether under 1 of 100 series of independent values show as much. */
    isBeyondChance: (correlation + (bounds.length - 1) / n) * Math.sqrt(n) > BEYOND_CHANCE,
  }
}
