import { formatPercent, formatRatio, joined } from '@steelyard/text'
import type { Axis } from '../content/axis.ts'
import { cpuText, wallText } from '../content/foreign.ts'
import { ratioHeading } from '../content/ratio-heading.ts'
import { rowMark } from '../content/row-mark.ts'
import { iterationName, type Section } from '../content/section.ts'
import { markText } from '../content/verdict-mark.ts'
import type { CaseRows, CaseTable, ContenderRow } from './contender-rows.ts'
import { html, type Markup } from './markup.ts'
import { type Field, type Heading, tableMarkup } from './table.ts'

const RICH = { unicode: true } as const

/** Returns ratio, verdict and times of one case, a row for each target; what matters first, as a phone shows two columns. */
export function caseTableMarkup(found: CaseRows, table: CaseTable, section: Section): Markup {
  return tableMarkup(
    `${found.case}: ratios, verdicts and times`,
    [
      { text: 'target' },
      { text: ratioHeading(table.blocks, section), numeric: true },
      { text: 'verdict' },
      { text: `wall/${iterationName(section)}`, numeric: true },
      { text: `CPU/${iterationName(section)}`, numeric: true },
    ],
    found.rows.map(row => [
      html`<code>${row.result.target}</code>`,
      row.comparison === null ? '' : formatRatio(row.comparison.ratio),
      markMarkup(row, table.axis),
      ...timeFields(row),
    ]),
  )
}

/** Returns the times of all cases. */
export function timesTable({ cases }: CaseTable): Markup {
  return tableMarkup(
    'Times per iteration with their intervals',
    [
      { text: 'case' },
      { text: 'target' },
      { text: 'wall', numeric: true },
      { text: 'CPU', numeric: true },
      { text: 'launches', numeric: true },
      { text: 'contended', numeric: true },
    ],
    cases.flatMap(each =>
      each.rows.map(row => [
        html`<code>${each.case}</code>`,
        html`<code>${row.result.target}</code>`,
        ...timeFields(row),
        row.result.wallNs?.n ?? '',
        percentOr(row.result.contendedShare ?? null),
      ]),
    ),
  )
}

/** Returns the ratios of all cases: with intervals, medians, p-values and verdicts. */
export function ratiosTable({ cases, axis }: CaseTable): Markup {
  const headings: readonly Heading[] = [
    { text: 'case' },
    { text: 'target' },
    { text: 'against' },
    { text: 'ratio of sums', numeric: true },
    { text: 'ratio of medians', numeric: true },
    { text: 'uncontended', numeric: true },
    { text: 'p, adjusted', numeric: true },
    { text: 'launches', numeric: true },
    { text: 'verdict' },
  ]
  const rows = cases.flatMap(each =>
    each.rows.flatMap((row): Field[][] => {
      const { comparison } = row
      if (comparison === null) return []
      const { ratio, medianRatio, uncontendedRatio, adjustedPValue } = comparison
      return [
        [
          html`<code>${each.case}</code>`,
          html`<code>${row.result.target}</code>`,
          html`<code>${row.base}</code>`,
          formatRatio(ratio),
          medianRatio === null ? '' : formatRatio(medianRatio),
          uncontendedRatio ? formatRatio(uncontendedRatio) : '',
          adjustedPValue === null ? '' : pValueText(adjustedPValue),
          ratio.n,
          markMarkup(row, axis),
        ],
      ]
    }),
  )
  return tableMarkup('Ratios with their intervals', headings, rows)
}

function timeFields({ result }: ContenderRow): Field[] {
  return [wallText(result), cpuText(result)].map(text => (text === null ? '' : joined(text)))
}

function markMarkup(row: ContenderRow, axis: Axis): Field {
  const mark = rowMark(row, axis, RICH)
  return mark === null ? '' : html`<span class="${mark.role}">${markText(mark)}</span>`
}

function pValueText(pValue: number): string {
  return pValue < 1e-4 ? '<0.0001' : pValue.toPrecision(2)
}

/** Returns a share as a percentage; nothing where it is not known. */
export function percentOr(share: number | null): string {
  return share === null ? '' : formatPercent(share)
}
