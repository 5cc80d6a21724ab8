import { ratioFromSumOfMeans } from '../intervals/estimate.ts'
import { DEFAULT_ALPHA } from '../verdict/decision.ts'
import { holm } from '../verdict/holm.ts'
import { sumPValue } from '../verdict/indirect.ts'

/** Two releases that shared launches, by their places in the order of releases; the base comes first. */
export interface Link {
  readonly base: number
  readonly head: number
}

/**
 * Returns the indices of the links that lead through as many releases as possible; of as many, those furthest apart. A
 * link to another release at either end never hides a chain in between. What was found never decides it.
 */
export function longestChain(links: readonly Link[]): number[] {
  const order = [...links.keys()].toSorted((a, b) => headOf(links, a) - headOf(links, b))
  const spanOf = (chain: readonly number[]) =>
    headOf(links, chain.at(-1) ?? -1) - (links[chain[0] ?? -1]?.base ?? 0)
  const isLonger = (chain: readonly number[], other: readonly number[]) =>
    chain.length === other.length ? spanOf(chain) > spanOf(other) : chain.length > other.length
  const chains = new Map<number, number[]>()
  for (const index of order) {
    const { base = 0, head = 0 } = links[index] ?? {}
    const chain = [...(chains.get(base) ?? []), index]
    if (isLonger(chain, chains.get(head) ?? [])) chains.set(head, chain)
  }
  return [...chains.values()].reduce((longest, chain) => (isLonger(chain, longest) ? chain : longest), [])
}

function headOf(links: readonly Link[], index: number): number {
  return links[index]?.head ?? 0
}

/** A chain of steps, and its ends in launches of their own. */
export interface Loop {
  /** log(head ÷ base), one per launch, of each step of the chain. */
  readonly steps: readonly (readonly number[])[]
  /** log(last release ÷ first release), one per launch. */
  readonly anchor: readonly number[]
  /** β of each, a fraction. */
  readonly biasAllowance: number
}

/**
 * Returns chain ÷ anchor of each loop, and whether the two disagree beyond chance and beyond what the machine makes up by
 * itself: Holm over all of them. Null where a step has under two launches. A chain with a step without variance counts as
 * closed: the clock was too coarse. The allowances of steps are taken as independent: their squares add up.
 */
export function closeLoops(loops: readonly Loop[]) {
  const found = loops.map(({ steps, anchor, biasAllowance }) => {
    const lists = [...steps, anchor.map(log => -log)]
    const allowance = Math.log1p(biasAllowance) * Math.sqrt(lists.length)
    return { ratio: ratioFromSumOfMeans(lists), pValue: sumPValue(lists, allowance)?.pValue ?? 1 }
  })
  const adjusted = holm(found.map(({ pValue }) => pValue))
  return found.map(({ ratio }, index) => ratio && { ratio, isOpen: (adjusted[index] ?? 1) < DEFAULT_ALPHA })
}
