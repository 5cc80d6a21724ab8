import { formatRatio } from '@steelyard/text'
import { headingsOf } from '../content/document.ts'
import type { CaseRows } from '../content/tables/contenders.ts'
import { pValueText } from './explore/explorer.ts'
import { html, type Markup } from './markup.ts'
import { type PageField, tableMarkup } from './table.ts'

/** Returns the ratios of all cases: with intervals, medians, p-values and verdicts. */
export function ratiosTable(cases: readonly CaseRows[]): Markup {
  const numbers = ['ratio', 'ratio of medians', 'uncontended', 'p, adjusted', 'launches']
  const headings = [...headingsOf(['case', 'target', 'against'], numbers), ...headingsOf(['verdict'])]
  const rows = cases.flatMap(each =>
    each.rows.flatMap((row): PageField[][] => {
      const { comparison } = row
      if (comparison === null) return []
      const { ratio, medianRatio, uncontendedRatio, adjustedPValue } = comparison
      return [
        [
          html`<code>${each.case}</code>`,
          html`<code>${row.result.target}</code>`,
          html`<code>${row.base}</code>`,
          row.values.ratio,
          medianRatio === null ? '' : formatRatio(medianRatio),
          uncontendedRatio ? formatRatio(uncontendedRatio) : '',
          adjustedPValue === null ? '' : pValueText(adjustedPValue),
          ratio.n,
          row.values.verdict,
        ],
      ]
    }),
  )
  return tableMarkup('Ratios with their intervals', headings, rows)
}
