import type { ComparisonRecord } from '@steelyard/record'
import { onlyOne } from './only-one.ts'
import type { Section } from './section.ts'

/** What is compared with what: cases of one target, or targets that run one case. */
export type Axis = 'cases' | 'targets'

export function axisOf(comparison: ComparisonRecord): Axis {
  return comparison.baseCase !== comparison.case && comparison.base === comparison.head ? 'cases' : 'targets'
}

/** Returns what a section is about: the suite's own choice, unless all pairs that were run are of the other kind. */
export function mainAxis({ suite, comparisons }: Section): Axis {
  return onlyOne(comparisons.filter(each => each.paired).map(axisOf)) ?? suite.compare
}

/** Returns the names of both sides along an axis, and what they have in common: the target of cases, else the case. */
export function sidesOf(one: ComparisonRecord, axis: Axis): Record<'base' | 'head' | 'common', string> {
  const { case: own, baseCase, base, head } = one
  return axis === 'cases' ? { base: baseCase, head: own, common: head } : { base, head, common: own }
}
