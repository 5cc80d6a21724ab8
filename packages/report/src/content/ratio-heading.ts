import type { Axis } from './axis.ts'
import type { Block, Row } from './block.ts'
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

/** Whether ratios are shown on both clocks: where targets are compared, and both clocks saw them. */
export function hasBothClocks(blocks: readonly Block[], axis: Axis): boolean {
  return axis === 'targets' && blocks.some(({ rows }) => rows.some(row => row.comparison?.otherClockRatio))
}

/** Returns what stands over the ratios on the clock that no verdict reads. */
export function otherClockHeading(rows: readonly Row[]): string {
  return rows.some(({ comparison }) => comparison?.metric === 'cpu') ? 'wall ratio' : 'CPU ratio'
}
