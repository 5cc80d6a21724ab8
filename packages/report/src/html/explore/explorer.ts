import type { ComparisonRecord } from '@steelyard/record'
import { formatPercent, formatRatio, phraseText } from '@steelyard/text'
import { durationTick, logDomain, ratioTick } from '../../charts/draw/log-axis.ts'
import { marginsOf } from '../../charts/margins.ts'
import { placeOn, type RowScale, rowAxis, rowPlot } from '../../charts/row-plot.ts'
import { wallSpan } from '../../content/foreign.ts'
import { iterationName, type Section } from '../../content/section.ts'
import type { ColumnId, Contenders } from '../../content/tables/contenders.ts'
import { markText } from '../../content/verdict-mark.ts'
import { type CaseRows, type ContenderRow, rowComparisons } from '../contender-rows.ts'
import { html, Markup } from '../markup.ts'
import { fieldMarkup } from '../table.ts'

const RATIO_WIDTH = 150
const TIME_WIDTH = 100

/** What a column of the table is, and by which of the numbers of a row it can be sorted. */
interface ExplorerColumn {
  readonly heading: Markup | string
  readonly className: 'n' | 'p r' | 'p' | 't'
  /** `data-k`: a place in the numbers of a row, or the text of the field itself. */
  readonly sortBy: 'ratio' | 'wall' | 'cpu' | 'text' | null
  fieldOf(row: ContenderRow): Markup | string | number
}

/** Where ratios stand, and times; null where there are none. */
interface Scales {
  readonly ratio: RowScale | null
  readonly time: RowScale | null
}

/** One table of contenders: those whose cases are compared, or those whose targets are. */
export interface ExplorerTable {
  readonly section: Section
  readonly contenders: Contenders
  readonly cases: readonly CaseRows[]
  /** What it shows, for readers who do not see the page. */
  readonly caption: string
}

/**
 * Returns contenders as one table: numbers, verdict, and beside them the interval on one axis. A script sorts, filters and
 * groups it; without one it is grouped by case.
 *
 * @param placeOf returns where more of a case stands, and whether there is more than the rows here
 */
export function explorerMarkup(
  table: ExplorerTable,
  placeOf: (caseId: string) => CasePlace | null,
): Markup | null {
  const { cases, caption } = table
  const rows = cases.flatMap(each => each.rows)
  if (rows.length === 0) return null
  const comparisons = rowComparisons(rows)
  const scales = scalesOf(rows, comparisons)
  const columns = columnsOf(table, scales)
  return html`<div class="scroll wide" tabindex="0" role="group" aria-label="${caption}"><table class="explorer" style="${bandStyle(scales.ratio, marginsOf(comparisons))}"><caption>${caption}</caption><thead><tr><th data-k="name">target</th>${columns.map(headMarkup)}</tr></thead>
${cases.map(
  found =>
    html`<tbody>${groupHead(found.case, columns.length + 1, placeOf(found.case))}${found.rows.map(row => rowMarkup(row, columns))}</tbody>`,
)}</table></div>`
}

export interface CasePlace {
  readonly anchor: string
  /** Whether it stands there, and not here. */
  readonly isElsewhere: boolean
  /** Its description or its code, as much as a line has room for; null where both are unknown. */
  readonly about: Markup | null
}

/** The name of a case, which leads to more of it; where there is no more it is what links to the case lead to. */
function groupHead(caseId: string, width: number, place: CasePlace | null): Markup {
  const heading = place?.isElsewhere ? html`<a href="#${place.anchor}">${caseId}</a>` : caseId
  const id = place?.isElsewhere === false ? html` id="${place.anchor}"` : null
  const about = place?.about ? html` ${place.about}` : null
  return html`<tr class="group"${id}><th colspan="${width}" scope="rowgroup">${heading}${about}`
}

function headMarkup({ heading, className, sortBy }: ExplorerColumn): Markup {
  return html`<th class="${className}"${sortBy === null ? null : html` data-k="${sortBy}"`}>${heading}</th>`
}

function rowMarkup(row: ContenderRow, columns: readonly ExplorerColumn[]): Markup {
  const { result, comparison } = row
  const numbers = [comparison?.ratio.value, wallSpan(result)?.value, result.cpuNs?.value]
  const texts = numbers.map(number => (number === undefined ? '' : Number(number.toPrecision(6))))
  return html`<tr data-case="${result.case}" data-target="${result.target}" data-n="${texts.join(' ')}" title="${tooltip(row)}"><th>${result.target}${columns.map(
    column =>
      html`<td${column.className === 'n' ? null : html` class="${column.className}"`}>${column.fieldOf(row)}`,
  )}`
}

function columnsOf({ section, contenders }: ExplorerTable, scales: Scales): ExplorerColumn[] {
  const { columns } = contenders
  const value = (id: ColumnId, sortBy: ExplorerColumn['sortBy'], className: 'n' | 't' = 'n') =>
    columns
      .filter(column => column.id === id)
      .map(({ text }): ExplorerColumn => {
        return { heading: phraseText(text), className, sortBy, fieldOf: row => fieldMarkup(row.values[id]) }
      })
  const plot = (
    scale: RowScale | null,
    className: 'p r' | 'p',
    what: string,
    format: (value: number) => string,
    drawn: PlotOf,
  ) =>
    scale === null
      ? []
      : [
          {
            heading: html`<span class="unseen">${what}, drawn</span>${new Markup(rowAxis(scale, format))}`,
            className,
            sortBy: null,
            fieldOf: (row: ContenderRow) => drawn(row, scale),
          },
        ]
  return [
    ...value('ratio', 'ratio'),
    ...value('verdict', 'text', 't'),
    ...plot(scales.ratio, 'p r', 'ratio', ratioTick, ratioPlot),
    ...value('otherRatio', null),
    ...value('wall', 'wall'),
    ...value('cpu', 'cpu'),
    ...plot(scales.time, 'p', `wall time per ${iterationName(section)}`, durationTick, timePlot),
  ]
}

type PlotOf = (row: ContenderRow, scale: RowScale) => Markup | string

function ratioPlot({ comparison, isBase, runtime }: ContenderRow, scale: RowScale): Markup | string {
  if (comparison === null) {
    if (!isBase) return ''
    return new Markup(rowPlot({ value: 1, lower: 1, upper: 1, widening: 1, runtime, hollow: true }, scale))
  }
  const { ratio, biasAllowance, paired } = comparison
  return new Markup(rowPlot({ ...ratio, widening: 1 + biasAllowance, runtime, hollow: !paired }, scale))
}

function timePlot({ result, runtime }: ContenderRow, scale: RowScale): Markup | string {
  const span = wallSpan(result)
  return span === null ? '' : new Markup(rowPlot({ ...span, widening: 1, runtime, hollow: false }, scale))
}

function scalesOf(rows: readonly ContenderRow[], comparisons: readonly ComparisonRecord[]): Scales {
  const ratios = comparisons.flatMap(({ ratio, biasAllowance, threshold }) => [
    ratio.lower / (1 + biasAllowance),
    ratio.value,
    ratio.upper * (1 + biasAllowance),
    1 + threshold,
    1 / (1 + threshold),
  ])
  const times = rows.flatMap(({ result }) => {
    const span = wallSpan(result)
    return span === null ? [] : [span.lower, span.value, span.upper]
  })
  return { ratio: scaleOf(ratios, RATIO_WIDTH), time: scaleOf(times, TIME_WIDTH) }
}

function scaleOf(values: readonly number[], width: number): RowScale | null {
  const shown = values.filter(value => value > 0)
  return shown.length === 0 ? null : { domain: logDomain(shown), width }
}

/** Where the line at 1 and the bands around it stand: the same in every row, so said once. */
function bandStyle(
  scale: RowScale | null,
  { threshold, biasAllowance }: ReturnType<typeof marginsOf>,
): string {
  if (scale === null) return ''
  const band = (fraction: number | null) => {
    const from = placeOn(scale, 1 / (1 + (fraction ?? 0)))
    return [from, Math.max(0, placeOn(scale, 1 + (fraction ?? 0)) - from)].map(
      x => `${Math.round(10 * x) / 10}px`,
    )
  }
  const [delta = [], beta = []] = [band(threshold), band(biasAllowance)]
  return `--one:${placeOn(scale, 1)}px;--delta:${delta[0]};--delta-width:${delta[1]};--beta:${beta[0]};--beta-width:${beta[1]}`
}

/** Returns how to read tables of contenders. */
export function explorerHint(comparisons: readonly ComparisonRecord[]): string {
  const { threshold, biasAllowance } = marginsOf(comparisons)
  if (comparisons.length === 0) return 'Times on this machine at this hour, with their intervals.'
  const bands =
    threshold === null || biasAllowance === null
      ? ''
      : ` Band around 1: threshold δ, ${formatPercent(threshold)}, and darker the bias allowance β, ${formatPercent(biasAllowance)}, by which the thin line is longer.`
  const hollow = comparisons.some(({ paired }) => !paired) ? ', or did not share launches' : ''
  return `Ratio: head time ÷ base time, the thick line its interval.${bands} Hollow: the base itself${hollow}. Times are of this machine at this hour.`
}

/** What a row has no column for. */
function tooltip({ result, comparison, base, isBase, values }: ContenderRow): string {
  const { verdict } = values
  const subject = `${result.case} on ${result.target}`
  const mark = verdict.mark === null ? '' : markText(verdict.mark)
  if (comparison === null) return [`${subject}${isBase ? ', base' : ''}`, mark].filter(Boolean).join('; ')
  const { ratio, medianRatio, otherClockRatio, adjustedPValue, metric } = comparison
  return [
    `${subject} against ${base}: ${formatRatio(ratio)} over ${ratio.n} launches`,
    ...(medianRatio === null ? [] : [`of medians ${formatRatio(medianRatio)}`]),
    ...(otherClockRatio
      ? [`of ${metric === 'cpu' ? 'wall' : 'CPU'} time ${formatRatio(otherClockRatio)}`]
      : []),
    ...(adjustedPValue === null ? [] : [`p ${pValueText(adjustedPValue)}, adjusted`]),
    mark,
  ].join('; ')
}

/** Returns a p-value as it is shown. */
export function pValueText(pValue: number): string {
  return pValue < 1e-4 ? '<0.0001' : pValue.toPrecision(2)
}
