import { checkBetween } from '../descriptive/check-number.ts'

/**
 * Returns the p-values adjusted for the rate of false discoveries, in the order given: at least the original, at most 1.
 * Of those of at most q, a share of at most q is false on average, if the tests are independent. RangeError if a p-value
 * is outside 0…1. Benjamini and Hochberg (1995), step-up.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  for (const pValue of pValues) checkBetween('p-value', pValue, 0, 1)
  const adjusted = [...pValues]
  let smallest = 1
  const descending = [...pValues.entries()].sort(([, left], [, right]) => right - left)
  for (const [index, [position, pValue]] of descending.entries()) {
    smallest = Math.min(smallest, (pValue * pValues.length) / (pValues.length - index))
    adjusted[position] = smallest
  }
  return adjusted
}
