import { formatDuration, joined, ratioText } from '@steelyard/text'
import { seriesColor } from '../../charts/draw/palette.ts'
import { headingsOf } from '../../content/document.ts'
import type { OtherTimes, Point, Series, Times } from '../../history/history.ts'
import { changesText, day, minute, pairText, storedParamsText } from '../../history/history-text.ts'
import { html, Markup } from '../markup.ts'
import { type PageField, tableMarkup } from '../table.ts'

const CHARSET = { unicode: true }

/** A trend, and where its picture stands; null where it has none. */
export interface PlacedSeries {
  readonly series: Series
  readonly anchor: string | null
}

/** Returns trends of one choice of parameters: ratio now, changes, and each as a small line. */
export function trendsTable(caption: string, placed: readonly PlacedSeries[]): Markup {
  const hasLines = placed.some(({ series }) => series.points.length > 1)
  const hasChanges = placed.some(({ series }) => series.isLongEnough)
  const headings = [
    ...headingsOf(['head to base'], ['records', 'ratio now', ...(hasChanges ? ['changes'] : [])]),
    ...(hasLines ? headingsOf(['oldest to newest']) : []),
  ]
  const rows = placed.map(({ series, anchor }): PageField[] => {
    const pair = pairText(series)
    return [
      anchor === null ? pair : html`<a href="#${anchor}">${pair}</a>`,
      series.points.length,
      joined(ratioText(series.level, CHARSET)),
      ...(hasChanges ? [changesText(series)] : []),
      ...(hasLines ? [sparkMarkup(series)] : []),
    ]
  })
  return tableMarkup(caption, headings, rows)
}

/** Returns the records of a trend, the newest first. */
export function recordsTable(
  series: Series,
  { mostRows, recordHref }: { readonly mostRows: number; readonly recordHref: RecordHref },
): Markup {
  const { points, changes } = series
  const starts = new Set(changes.map(({ after }) => after.record))
  const shown = points.slice(-mostRows).toReversed()
  const more = points.length - shown.length
  const table = tableMarkup(
    `${pairText(series)}: records`,
    [
      ...headingsOf(['record of', 'head', 'base']),
      ...headingsOf([], ['ratio']),
      ...headingsOf(['verdict', 'level']),
    ],
    shown.map(point => [
      recordMarkup(point, recordHref),
      html`<code>${point.head}</code>`,
      html`<code>${point.base}</code>`,
      joined(ratioText(point.ratio, CHARSET)),
      point.verdict === null ? '' : html`<span class="${point.verdict}">${point.verdict}</span>`,
      starts.has(point.record) ? 'new' : '',
    ]),
  )
  return more === 0 ? table : html`<p class="note">Without the ${more} oldest.</p>${table}`
}

/** Returns where the page of a record is, by its id; null where there is none. */
export type RecordHref = (record: string) => string | null

function recordMarkup({ record, startedAt }: Point, recordHref: RecordHref): Markup {
  const href = recordHref(record)
  const time = html`<time datetime="${startedAt.replace(' ', 'T')}Z">${minute(startedAt)}</time>`
  return href === null ? time : html`<a href="${href}">${time}</a>`
}

/** Returns times of contenders: a description. */
export function timesTable(caption: string, times: readonly (Times | OtherTimes)[]): Markup {
  const hasTimer = times.some(each => 'timer' in each)
  return tableMarkup(
    caption,
    [
      ...headingsOf(['contender'], ['records', 'lowest', 'highest', 'latest']),
      ...(hasTimer ? headingsOf(['by', 'first', 'last']) : []),
    ],
    times.map((each): PageField[] => [
      `${each.line}: ${each.case}${each.params === '{}' ? '' : ` ${storedParamsText(each.params)}`}`,
      each.records,
      formatDuration(each.lowestNs, CHARSET),
      formatDuration(each.highestNs, CHARSET),
      formatDuration(each.latestNs, CHARSET),
      ...('timer' in each ? [each.timer, day(each.firstAt), day(each.lastAt)] : []),
    ]),
  )
}

const SPARK = { width: 140, height: 20 }
const PAD = 3
/** What lies closer together is drawn as one height. */
const LEAST_SPAN = Math.log(1.05)

/** The picture beside the numbers says nothing that they do not: a reader who does not see it misses nothing. */
function sparkMarkup({ points, changes, head }: Series): Markup | string {
  if (points.length < 2) return ''
  const logs = points.map(({ ratio }) => Math.log(ratio.value))
  const [low, high] = logs.reduce(
    ([least, most], log) => [Math.min(least, log), Math.max(most, log)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  )
  const span = Math.max(LEAST_SPAN, high - low)
  const x = (index: number) => tenth(PAD + ((SPARK.width - 2 * PAD) * index) / (points.length - 1))
  const y = (log: number) => tenth(PAD + (SPARK.height - 2 * PAD) * (0.5 - (log - (low + high) / 2) / span))
  const trace = logs.map((log, index) => `${x(index)},${y(log)}`).join('L')
  const marks = changes.map(({ at }) => `M${x(at - 0.5)},0v${SPARK.height}`).join('')
  return new Markup(
    `<svg width="${SPARK.width}" height="${SPARK.height}" fill="none" aria-hidden="true"><path d="M${trace}" stroke="${seriesColor(runtimeOf(head.line))}" stroke-width="1.5"/>${marks === '' ? '' : `<path d="${marks}" stroke="currentColor" stroke-dasharray="3,2"/>`}</svg>`,
  )
}

function tenth(value: number): number {
  return Math.round(10 * value) / 10
}

/** Returns the runtime of a target without its version: the first word that is no variable. */
export function runtimeOf(line: string): string {
  const word = line.split(' ').find(part => !part.includes('=')) ?? ''
  return word.split(/[@~]/)[0] ?? ''
}
