import type { Random } from '@steelyard/stats'

/**
 * Returns orders of contenders 0 … count−1, each holding every one once, such that over all of them every contender
 * is equally often at every position, and follows every other one equally often: a Williams design (1949), of `count`
 * orders for an even count and twice as many for an odd one. Two contenders alternate. RangeError unless count is a whole
 * number of at least 1.
 */
export function balancedOrders(count: number): number[][] {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`count must be a positive integer, not ${count}`)
  // From both ends in turn: 0, last, 1, last but one, …, so that neighbours differ by every distance once.
  const first = Array.from({ length: count }, (_, position) =>
    position % 2 === 0 ? position / 2 : count - (position + 1) / 2,
  )
  const orders = first.map((_, shift) => first.map(member => (member + shift) % count))
  return count % 2 === 0 || count === 1 ? orders : [...orders, ...orders.map(order => order.toReversed())]
}

/**
 * Returns the order of a launch, by its number from 0: the balanced orders one after the other, in a new random order
 * each time that all were used. `random` begins in the same state for all launches of a group.
 */
export function orderOfLaunch(count: number, launch: number, random: Random): readonly number[] {
  const orders = balancedOrders(count)
  const decks = Array.from({ length: Math.floor(launch / orders.length) + 1 }, () => random.shuffle(orders))
  return decks.at(-1)?.[launch % orders.length] ?? []
}
