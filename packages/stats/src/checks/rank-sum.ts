import { checkFinite } from '../descriptive/check-number.ts'
import { meanRanks } from '../descriptive/mean-ranks.ts'
import { mean, sum } from '../descriptive/moments.ts'

/**
 * Returns how likely random labels would divide the ranks of `values` as unevenly as `isIn` does: the exact two-sided
 * p-value of the rank sum, 0 to 1, 1 where a side is empty. Equal values share their mean rank. RangeError if the numbers
 * of values and labels differ, or a value is not finite.
 */
export function rankSumPValue(values: readonly number[], isIn: readonly boolean[]): number {
  checkFinite('values', values)
  if (values.length !== isIn.length) throw new RangeError('Cannot label values: their numbers differ.')
  // Twice the rank from 1 is a whole number.
  const ranks = meanRanks(values).map(rank => 2 * rank + 2)
  const inside = isIn.filter(Boolean).length
  // The smaller side has fewer sums.
  const isCounted = isIn.map(each => (inside * 2 <= values.length ? each : !each))
  const counted = isCounted.filter(Boolean).length
  const observed = ranks.reduce((sum, rank, at) => (isCounted[at] ? sum + rank : sum), 0)
  const expected = counted * (values.length + 1)
  const reach = Math.abs(observed - expected)
  const ways = waysOf(ranks, counted)
  let [all, asFar] = [0, 0]
  for (const [sum, count] of ways.entries()) {
    all += count
    if (Math.abs(sum - expected) >= reach) asFar += count
  }
  return Math.min(1, asFar / all)
}

/** Returns in how many ways `count` of the ranks have each sum. */
function waysOf(ranks: readonly number[], count: number): Float64Array {
  const largest = [...ranks]
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, rank) => sum + rank, 0)
  const ways = Array.from({ length: count + 1 }, () => new Float64Array(largest + 1))
  ;(ways[0] as Float64Array)[0] = 1
  for (const rank of ranks) {
    for (let taken = count; taken > 0; taken--) {
      const [to, from] = [ways[taken] as Float64Array, ways[taken - 1] as Float64Array]
      for (let sum = largest; sum >= rank; sum--) to[sum] = (to[sum] as number) + (from[sum - rank] as number)
    }
  }
  return ways[count] as Float64Array
}

/** Returns the share of the spread (sum of squares) of the values that lies between the two sides, 0 to 1. */
export function explainedSpread(values: readonly number[], isIn: readonly boolean[]): number {
  const center = mean(values)
  const all = sum(values.map(value => (value - center) ** 2))
  const inside = values.filter((_, at) => isIn[at])
  const outside = values.length - inside.length
  if (all === 0 || inside.length === 0 || outside === 0) return 0
  // Both sides lie at distances from the center that are as their numbers, turned round.
  return ((mean(inside) - center) ** 2 * inside.length * (values.length / outside)) / all
}
