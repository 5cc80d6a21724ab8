import type { ComparisonRecord } from '@steelyard/record'
import type { Ratios } from '../content/document.ts'

/** Returns δ and β of comparisons, null where they differ or there are none. */
export function marginsOf(
  comparisons: readonly ComparisonRecord[],
): Pick<Ratios, 'threshold' | 'biasAllowance'> {
  return {
    threshold: only(comparisons.map(each => each.threshold)),
    biasAllowance: only(comparisons.map(each => each.biasAllowance)),
  }
}

function only(values: readonly number[]): number | null {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? null : first
}
