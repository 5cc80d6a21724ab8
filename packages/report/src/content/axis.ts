import type { ComparisonRecord } from '@steelyard/record'
import type { Section } from './section.ts'

/** What is compared with what: cases of one target, or targets that run one case. */
export type Axis = 'cases' | 'targets'

/** Returns what a comparison compares with what. */
export function axisOf(comparison: ComparisonRecord): Axis {
  return comparison.baseCase !== comparison.case && comparison.base === comparison.head ? 'cases' : 'targets'
}

/**
 * Returns what the section is about: the suite's own choice unless the pairs that were run are all of the
 * other kind.
 */
export function mainAxis({ suite, comparisons }: Section): Axis {
  const [first, ...others] = new Set(comparisons.filter(each => each.paired).map(axisOf))
  return first === undefined || others.length > 0 ? suite.compare : first
}

/** Returns the name of the base along an axis. */
export function baseName(comparison: ComparisonRecord, axis: Axis): string {
  return axis === 'cases' ? comparison.baseCase : comparison.base
}

/** Returns the name of the head along an axis. */
export function headName(comparison: ComparisonRecord, axis: Axis): string {
  return axis === 'cases' ? comparison.case : comparison.head
}

/**
 * Returns what both sides of a comparison have in common: the target when cases are compared, else the case.
 */
export function commonName(comparison: ComparisonRecord, axis: Axis): string {
  return axis === 'cases' ? comparison.head : comparison.case
}
