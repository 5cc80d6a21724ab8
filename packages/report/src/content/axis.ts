import type { ComparisonRecord } from '@steelyard/record'
import type { Section } from './section.ts'

/** What is compared with what: cases of one target, or targets that run one case. */
export type Axis = 'cases' | 'targets'

export function axisOf(comparison: ComparisonRecord): Axis {
  return comparison.baseCase !== comparison.case && comparison.base === comparison.head ? 'cases' : 'targets'
}

/** Returns what a section is about: the suite's own choice, unless all pairs that were run are of the other kind. */
export function mainAxis({ suite, comparisons }: Section): Axis {
  const [first, ...others] = new Set(comparisons.filter(each => each.paired).map(axisOf))
  return first === undefined || others.length > 0 ? suite.compare : first
}

export function baseName(comparison: ComparisonRecord, axis: Axis): string {
  return axis === 'cases' ? comparison.baseCase : comparison.base
}

export function headName(comparison: ComparisonRecord, axis: Axis): string {
  return axis === 'cases' ? comparison.case : comparison.head
}

/** Returns what both sides have in common: the target when cases are compared, else the case. */
export function commonName(comparison: ComparisonRecord, axis: Axis): string {
  return axis === 'cases' ? comparison.head : comparison.case
}
