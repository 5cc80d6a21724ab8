import { checkPositive } from '../descriptive/check-number.ts'
import { mean, standardDeviation } from '../descriptive/moments.ts'
import type { Random } from '../distributions/random.ts'

const PERMUTATIONS = 999

/**
 * Returns how likely two samples of one spread would differ as much in it, whatever their means: the p-value of the ratio of
 * the standard deviations of logarithms, by random permutations of the distances from each mean; from 1/1000 to 1.
 * RangeError under two values of either, or for a value that is not above 0.
 */
export function alikeSpreadPValue(first: readonly number[], second: readonly number[], random: Random) {
  const distances = [first, second].map(values => {
    for (const value of values) checkPositive('values', value)
    const logs = values.map(Math.log)
    return logs.map(log => log - mean(logs))
  })
  const all = distances.flat()
  const observed = unlikeness(all, first.length)
  let asFar = 1
  for (let time = 0; time < PERMUTATIONS; time++) {
    if (unlikeness(random.shuffle(all), first.length) >= observed - 1e-12) asFar++
  }
  return asFar / (PERMUTATIONS + 1)
}

/** Compares the first `count` values with the others. */
function unlikeness(values: readonly number[], count: number): number {
  const [one, other] = [values.slice(0, count), values.slice(count)].map(standardDeviation)
  if (one === other) return 0
  return Math.abs(Math.log((one ?? 0) / (other ?? 0)))
}
