import { formatRatio, name } from '@steelyard/text'
import { type Field, headingsOf, type Table } from '../content/document.ts'
import type { CaseRows } from '../content/tables/contenders.ts'
import { pValueText } from './explore/explorer.ts'

/** Returns the ratios of all cases: with intervals, medians, p-values and verdicts. */
export function ratiosTable(cases: readonly CaseRows[]): Table {
  const numbers = ['ratio', 'ratio of medians', 'uncontended', 'p, adjusted', 'launches']
  const headings = [...headingsOf(['case', 'target', 'against'], numbers), ...headingsOf(['verdict'])]
  const rows = cases.flatMap(each =>
    each.rows.flatMap((row): Field[][] => {
      const { comparison } = row
      if (comparison === null) return []
      const { ratio, medianRatio, uncontendedRatio, adjustedPValue } = comparison
      return [
        [
          [name(each.case)],
          [name(row.result.target)],
          [name(row.base)],
          row.values.ratio,
          medianRatio === null ? '' : formatRatio(medianRatio),
          uncontendedRatio ? formatRatio(uncontendedRatio) : '',
          adjustedPValue === null ? '' : pValueText(adjustedPValue),
          String(ratio.n),
          row.values.verdict,
        ],
      ]
    }),
  )
  return { title: ['Ratios with their intervals'], headings, rows }
}
