import { checkFinite } from '../descriptive/check-number.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import { type Estimate, LEVEL } from './estimate.ts'

/**
 * Returns the arithmetic mean over launches with its interval, Student's t, in the unit of `values`: for figures that may
 * be 0, of a number of launches that was fixed before. Null under two launches; RangeError if a value is not finite.
 */
export function meanOfLaunches(values: readonly number[]): Estimate | null {
  checkFinite('values of launches', values)
  if (values.length < 2) return null
  const value = mean(values)
  const reach = studentQuantile((1 + LEVEL) / 2, values.length - 1) * standardError(values)
  return { value, lower: value - reach, upper: value + reach, level: LEVEL, n: values.length }
}
