import type { ComparisonRecord } from '@steelyard/record'
import { type Axis, axisOf, baseName } from './axis.ts'
import type { Section } from './section.ts'

/** Ratios to one base at a glance: a row for each case, a column for each target. */
export interface Matrix {
  readonly axis: Axis
  readonly base: string
  readonly targets: readonly string[]
  readonly rows: readonly { readonly case: string; readonly cells: readonly (ComparisonRecord | null)[] }[]
}

/** Returns the comparisons along an axis as one matrix for each base. */
export function matricesOf(section: Section, axis: Axis): Matrix[] {
  const all = section.comparisons.filter(each => axisOf(each) === axis)
  return Array.from(new Set(all.map(each => baseName(each, axis)))).map(base => {
    const here = all.filter(each => baseName(each, axis) === base)
    const targets = section.targets.filter(target => here.some(each => each.head === target))
    const cases = Array.from(new Set(here.map(each => each.case)))
    const rows = cases.map(caseId => ({
      case: caseId,
      cells: targets.map(target => here.find(each => each.case === caseId && each.head === target) ?? null),
    }))
    return { axis, base, targets, rows }
  })
}
