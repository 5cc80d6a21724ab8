import type { Random } from '@steelyard/stats'

/**
 * Returns one round: an order of contenders 0 … count−1 in which each follows every other exactly once and none
 * follows itself, also when the next round (which starts with the same contender) comes after it. It is a random
 * Eulerian circuit of the complete directed graph: each contender is in it count−1 times.
 *
 * One contender alone can only follow itself; two alternate. Every round of a launch starts with `first`.
 */
export function circuit(count: number, first: number, random: Random): number[] {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`count must be a positive integer, not ${count}`)
  if (count === 1) return [0]
  if (count === 2) return [first, 1 - first]
  const successors = Array.from({ length: count }, (_, from) =>
    random.shuffle(Array.from({ length: count }, (_, to) => to).filter(to => to !== from)),
  )
  // Hierholzer: walk until stuck, and let each way back insert the circuits left out.
  const stack = [first]
  const order: number[] = []
  while (stack.length > 0) {
    const next = successors[stack.at(-1) ?? first]?.pop()
    if (next === undefined) order.push(stack.pop() ?? first)
    else stack.push(next)
  }
  // Read backwards, a circuit is one too. It ends where it began: the next round makes the last step.
  return order.slice(0, -1)
}
