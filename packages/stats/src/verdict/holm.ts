import { checkBetween } from '../descriptive/check-number.ts'

/**
 * Returns the p-values adjusted for their number, in the order given: at least the original, at most 1. Reject those below
 * alpha, and the chance of any false rejection stays below alpha, whatever the dependence. RangeError if a p-value is
 * outside 0…1. Holm (1979), step-down. `others` are values of 1 in the same family.
 */
export function holm(pValues: readonly number[], others = 0): number[] {
  for (const pValue of pValues) checkBetween('p-value', pValue, 0, 1)
  const adjusted: number[] = []
  let largest = 0
  const ascending = [...pValues.entries()].sort(([, left], [, right]) => left - right)
  for (const [rank, [index, pValue]] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, pValue * (pValues.length + others - rank)))
    adjusted[index] = largest
  }
  return adjusted
}
