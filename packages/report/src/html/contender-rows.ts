import type { ComparisonRecord, ResultRecord, RunRecord } from '@steelyard/record'
import { seriesOf } from '../charts/draw/palette.ts'
import type { Section } from '../content/section.ts'
import type { Contenders, TableContender } from '../content/tables/contenders.ts'

/** One contender of a section, with its base. */
export interface ContenderRow extends TableContender {
  readonly result: ResultRecord
  readonly runtime: string
  /** The case or target that is its base. */
  readonly base: string
}

/** What was found of one case on all targets. */
export interface CaseRows {
  readonly case: string
  readonly rows: readonly ContenderRow[]
}

/** Returns what a section found by case, in the order of its results, each with its targets in the order of the record. */
export function caseRowsOf(
  { blocks }: Contenders,
  section: Section,
  targets: RunRecord['targets'],
): CaseRows[] {
  const rows = blocks.flatMap(({ base, rows }) =>
    rows.flatMap(row => {
      if (row.result === null) return []
      const { result } = row
      return [{ ...row, result, base, runtime: seriesOf(targets, result.target) }]
    }),
  )
  const order = new Map(targets.map((target, index) => [target.id, index]))
  const byCase = Map.groupBy(rows, row => row.result.case)
  const cases = Array.from(new Set(section.results.map(result => result.case)), caseId => ({
    case: caseId,
    rows: (byCase.get(caseId) ?? []).toSorted(
      (a, b) => (order.get(a.result.target) ?? 0) - (order.get(b.result.target) ?? 0),
    ),
  }))
  return cases.filter(each => each.rows.length > 0)
}

/** Returns the comparisons of rows, in their order. */
export function rowComparisons(rows: readonly ContenderRow[]): ComparisonRecord[] {
  return rows.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]))
}
