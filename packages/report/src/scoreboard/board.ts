import type { ComparisonRecord, SuiteRecord, TargetRecord } from '@steelyard/record'
import { suiteSummary, type TargetSummary } from '../content/summary.ts'
import { isWhole, type KeptRecord } from './kept-record.ts'

/** What one record says of one suite. Two records never share a row: each has its machine and its day. */
export interface BoardRow {
  readonly kept: KeptRecord
  readonly suite: SuiteRecord
  /** Targets that its ratios are to. */
  readonly bases: readonly string[]
  /** How each target came out. */
  readonly cells: readonly (TargetSummary & { readonly runtime: string })[]
}

/**
 * Returns how runtimes came out in records, by name of the suite, the newest record first. Only what shared launches
 * counts, between releases as they come, and only in records with verdicts: previews have none.
 */
export function boardRows(kept: readonly KeptRecord[]): BoardRow[] {
  return kept
    .filter(isWhole)
    .flatMap(rowsOf)
    .toSorted(
      (a, b) =>
        a.suite.name.localeCompare(b.suite.name) ||
        b.kept.record.startedAt.localeCompare(a.kept.record.startedAt),
    )
}

function rowsOf(kept: KeptRecord): BoardRow[] {
  const released = new Map(kept.record.targets.filter(isRelease).map(({ id, runtime }) => [id, runtime]))
  const counts = (comparison: ComparisonRecord) => {
    const [base, head] = [released.get(comparison.base), released.get(comparison.head)]
    return comparison.paired && base !== undefined && head !== undefined && base !== head
  }
  const sections = kept.sections
    .map(section => ({ ...section, comparisons: section.comparisons.filter(counts) }))
    .filter(({ comparisons }) => comparisons.length > 0)
  return Array.from(
    Map.groupBy(sections, ({ suite }) => suite),
    ([suite, own]) => {
      const { bases, targets } = suiteSummary(suite, own)
      const cells = targets.map(each => ({ ...each, runtime: released.get(each.target) ?? '' }))
      return { kept, suite, bases, cells }
    },
  ).filter(({ cells }) => cells.some(({ verdicts }) => verdicts.length > 0))
}

/** Whether it is as it comes: without flags, and no build. */
function isRelease({ flags, environment, binary }: TargetRecord): boolean {
  return flags.length === 0 && Object.keys(environment).length === 0 && binary.source === 'npm'
}
