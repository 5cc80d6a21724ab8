import { formatPercent, formatRatio, name } from '@steelyard/text'
import { headingsOf } from '../content/document.ts'
import type { Contenders } from '../content/tables/contenders.ts'
import type { CaseRows } from './contender-rows.ts'
import { html, type Markup } from './markup.ts'
import { type PageField, tableMarkup } from './table.ts'

/** What matters first, as a phone shows two columns. */
const ORDER = ['ratio', 'verdict', 'wall', 'cpu'] as const

/** Returns ratio, verdict and times of one case, a row for each target. */
export function caseTableMarkup(found: CaseRows, { columns }: Contenders): Markup {
  const shown = ORDER.flatMap(id => columns.find(column => column.id === id) ?? [])
  return tableMarkup(
    `${found.case}: ratios, verdicts and times`,
    [...headingsOf(['target']), ...shown],
    found.rows.map(row => [[name(row.result.target)], ...shown.map(({ id }) => row.values[id])]),
  )
}

/** Returns the times of all cases. */
export function timesTable(cases: readonly CaseRows[]): Markup {
  return tableMarkup(
    'Times per iteration with their intervals',
    headingsOf(['case', 'target'], ['wall', 'CPU', 'launches', 'contended']),
    cases.flatMap(each =>
      each.rows.map(row => [
        html`<code>${each.case}</code>`,
        html`<code>${row.result.target}</code>`,
        row.values.wall,
        row.values.cpu,
        row.result.wallNs?.n ?? '',
        percentOr(row.result.contendedShare ?? null),
      ]),
    ),
  )
}

/** Returns the ratios of all cases: with intervals, medians, p-values and verdicts. */
export function ratiosTable(cases: readonly CaseRows[]): Markup {
  const numbers = ['ratio of sums', 'ratio of medians', 'uncontended', 'p, adjusted', 'launches']
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

function pValueText(pValue: number): string {
  return pValue < 1e-4 ? '<0.0001' : pValue.toPrecision(2)
}

/** Returns a share as a percentage; nothing where it is not known. */
export function percentOr(share: number | null): string {
  return share === null ? '' : formatPercent(share)
}
