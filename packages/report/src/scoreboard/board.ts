import type { ComparisonRecord, SuiteRecord } from '@steelyard/record'
import { axisOf } from '../content/axis.ts'
import type { Section } from '../content/section.ts'
import { suiteSummary, type TargetSummary } from '../content/summary.ts'
import { isWhole, type KeptRecord, releasesOf } from './kept-record.ts'

/** What is set against each other: runtimes that run one case, or cases within each runtime. */
export type Contest = 'runtimes' | 'cases'

/** What one record says of one suite. Two records never share a row: each has its machine and its day. */
export interface BoardRow {
  readonly kept: KeptRecord
  readonly suite: SuiteRecord
  /** What its ratios are to: targets or cases. */
  readonly bases: readonly string[]
  readonly cells: readonly BoardCell[]
}

/** How one target came out. */
export interface BoardCell extends TargetSummary {
  readonly runtime: string
}

/**
 * Returns what records say of their suites, by name of the suite, the newest record first. Only what shared launches
 * counts, between releases as they come, and only in records with verdicts: previews have none.
 */
export function boardRows(kept: readonly KeptRecord[], contest: Contest): BoardRow[] {
  return kept
    .filter(isWhole)
    .flatMap(each => rowsOf(each, contest))
    .toSorted(
      (a, b) =>
        a.suite.name.localeCompare(b.suite.name) ||
        b.kept.record.startedAt.localeCompare(a.kept.record.startedAt),
    )
}

function rowsOf(kept: KeptRecord, contest: Contest): BoardRow[] {
  const bySuite = Map.groupBy(contestSections(kept, contest), ({ suite }) => suite)
  return Array.from(bySuite, ([suite, sections]) => {
    const { bases, targets } = suiteSummary(suite, sections)
    return {
      kept,
      suite,
      bases,
      cells: targets.map(each => ({ ...each, runtime: runtimeOf(kept, each) })),
    }
  }).filter(({ cells }) => cells.some(({ verdicts }) => verdicts.length > 0))
}

/** Returns the sections of a record with the comparisons of a contest alone; those without one are left out. */
function contestSections(kept: KeptRecord, contest: Contest): Section[] {
  return kept.sections
    .map(section => ({
      ...section,
      comparisons: section.comparisons.filter(each => isOfContest(each, kept, contest)),
    }))
    .filter(({ comparisons }) => comparisons.length > 0)
}

function isOfContest(comparison: ComparisonRecord, { record }: KeptRecord, contest: Contest): boolean {
  const sides = releasesOf(comparison, record)
  if (sides === null || !comparison.paired) return false
  if (contest === 'cases') return axisOf(comparison) === 'cases'
  return axisOf(comparison) === 'targets' && sides.base.runtime !== sides.head.runtime
}

function runtimeOf({ record }: KeptRecord, { target }: TargetSummary): string {
  return record.targets.find(({ id }) => id === target)?.runtime ?? ''
}
