import { checkFinite } from '../descriptive/check-number.ts'
import { centredRanks } from '../descriptive/mean-ranks.ts'
import { createRandom } from '../distributions/random.ts'

const PERMUTATIONS = 9999

/** Any: the same data must give the same answer. */
const SEED = 20_261_125

/**
 * Returns the two-sided p-value of Spearman's rank correlation (1904), by random permutations: how likely independent lists
 * have ranks that go together, or against one another, as much; from 1/10000 to 1, 1 where a list has one value only. Equal
 * values share their mean rank. RangeError if the lists differ in length, or a value is not finite.
 */
export function rankCorrelationPValue(first: readonly number[], second: readonly number[]): number {
  for (const values of [first, second]) checkFinite('values', values)
  if (first.length !== second.length) throw new RangeError('Cannot correlate lists of unlike length.')
  const [one, other] = [centredRanks(first), centredRanks(second)]
  // The spread of the ranks is the same in every permutation.
  const seen = Math.abs(one.reduce((sum, value, index) => sum + value * (other[index] as number), 0))
  let asFar = 1
  for (const order of randomOrders(other.length)) {
    let sum = 0
    for (let at = 0; at < one.length; at++)
      sum += (one[at] as number) * (other[order[at] as number] as number)
    // Sums of the same numbers in another order differ in their last digits.
    if (Math.abs(sum) >= seen - 1e-9) asFar++
  }
  return asFar / (PERMUTATIONS + 1)
}

/** Orders of the length asked for last: to draw them takes far longer than to use them. */
let drawn: readonly Uint16Array[] = []

function randomOrders(length: number): readonly Uint16Array[] {
  if (drawn[0]?.length !== length) {
    const random = createRandom(SEED)
    const places = Array.from({ length }, (_, place) => place)
    drawn = Array.from({ length: PERMUTATIONS }, () => Uint16Array.from(random.shuffle(places)))
  }
  return drawn
}
