import type { Random } from '@steelyard/stats'

/**
 * Returns the order of turns: a random order of all servers, then its mirror, again and again. An even drift
 * over two rounds affects all alike.
 */
export function turnOrder(servers: number, rounds: number, random: Random): number[] {
  const order: number[] = []
  for (let round = 0; round < rounds; round += 2) {
    const forth = random.shuffle(Array.from({ length: servers }, (_, index) => index))
    order.push(...forth, ...forth.toReversed())
  }
  return order
}
