import type { Block } from './block.ts'
import type { Section } from './section.ts'

const MAX_NAME_LENGTH = 20

/** Returns what stands over the ratios: the base by name where all blocks share one and it is short. */
export function ratioHeading(blocks: readonly Block[], { comparisons }: Section): string {
  const bases = Array.from(new Set(blocks.map(block => block.base)))
  const [base] = bases
  const clock = comparisons.some(comparison => comparison.metric === 'cpu') ? 'CPU ratio' : 'ratio'
  const isShort = bases.length === 1 && base !== undefined && base.length <= MAX_NAME_LENGTH
  return `${clock} to ${isShort ? base : 'base'}`
}
