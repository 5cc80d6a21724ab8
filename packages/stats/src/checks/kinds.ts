import { elementAt } from '../descriptive/element-at.ts'
import { bestCut } from './bimodality.ts'
import { dip } from './dip.ts'

/** The numbers of launches after which kinds are tested for. Decided before the first launch. */
export const KIND_LOOKS: readonly number[] = [20, 40, 80]

/**
 * The dip of evenly spread values is below this ÷ √n at every look in 95 % of trials, and that of any other distribution
 * with one peak more often: `kinds.test.ts` simulates it.
 */
const LIMIT = 0.545

/**
 * Returns whether values, one a launch, have more than one peak, by their dip. Looked at after 20, 40 and 80 launches, one
 * peak is taken for more in under 5 % of trials. Of two kinds with normal noise, halves that are six deviations apart are
 * found in all trials, a quarter ten deviations apart in nine of ten, a seventh in one of five. A dip above the limit
 * shows kinds.
 */
export function findKinds(values: readonly number[]) {
  const found = { dip: dip(values), limit: LIMIT / Math.sqrt(values.length) }
  return { ...found, hasKinds: found.dip > found.limit }
}

/** Returns where a cut leaves the least spread on both sides, halfway between neighbours. RangeError under two values. */
export function kindBoundary(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError('Cannot cut fewer than two values.')
  const { below, center, sorted } = bestCut(values, 1)
  return center + (elementAt(sorted, Math.max(0, below - 1)) + elementAt(sorted, below)) / 2
}
