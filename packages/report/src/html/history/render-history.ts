import { mean } from '@steelyard/stats'
import { counted, formatRatio, joined, ratioText, sanitize } from '@steelyard/text'
import { type TrendLevel, trendChart } from '../../charts/trend-chart.ts'
import type { Change, History, Series, SettingHistory } from '../../history/history.ts'
import {
  changePhrase,
  day,
  footSentences,
  headSentences,
  minute,
  OTHERS_TITLE,
  pairText,
  resemblancePhrase,
  settingText,
  spanText,
  storedParamsText,
  TIMES_TITLE,
} from '../../history/history-text.ts'
import { foldMarkup } from '../explore/fold.ts'
import { type Figure, figureMarkup } from '../figure.ts'
import type { PageFrame } from '../frame.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'
import { pageText } from '../page.ts'
import {
  type PlacedSeries,
  type RecordHref,
  recordsTable,
  runtimeOf,
  timesTable,
  trendsTable,
} from './history-table.ts'

const CHARSET = { unicode: true }

/** Rows of all tables of records together. */
const MOST_ROWS = 3000
const FEWEST_ROWS_OF_A_TABLE = 20
const MOST_ROWS_OF_A_TABLE = 500
/** So many trends are shown with their picture, changed or not. */
const FEW_TRENDS = 6
const MOST_CHANGES = 8
const MOST_SINGLE = 12

/** What a page of trends says besides them. */
export interface HistoryPage {
  /** Sentences on what is in no trend. */
  readonly notes?: readonly string[]
  readonly recordHref?: RecordHref
  readonly frame?: PageFrame | null
}

/** Returns the trends of a suite as a page that needs no other file and makes no request. */
export function renderHistoryHtml(
  history: History,
  { notes = [], recordHref = () => null, frame = null }: HistoryPage = {},
): string {
  const safe = sanitize(history)
  const trends = safe.settings.flatMap(({ series }) => series).filter(hasTrend)
  const rows = Math.floor(MOST_ROWS / Math.max(1, trends.length))
  const context: Context = {
    mostRows: Math.min(Math.max(rows, FEWEST_ROWS_OF_A_TABLE), MOST_ROWS_OF_A_TABLE),
    isFew: trends.length <= FEW_TRENDS,
    recordHref,
  }
  return pageText(
    `${safe.suite}, history`,
    [printHistory(safe, context, sanitize(notes))],
    HOW_TO_READ,
    frame,
  )
}

interface Context {
  readonly mostRows: number
  readonly isFew: boolean
  readonly recordHref: RecordHref
}

function printHistory(history: History, context: Context, notes: readonly string[]): Markup {
  const { suite, settings, apart, others } = history
  const views = settings.map((setting, index) => viewOf(setting, `t${index}`))
  return html`<article>
<header>
<p class="kicker">History</p>
<h1>${suite}</h1>
${settings.length === 0 ? null : headSentences(history).map(sentence => html`<p>${sentence}</p>`)}
${settings.length === 0 ? null : html`<div class="verdicts">${changesPart(views)}</div>`}
</header>
${views.map(view => settingMarkup(view, apart, context))}
${others.length === 0 ? null : html`<section><h2>Other tools</h2><p class="note">${OTHERS_TITLE}</p>${timesTable('Times from other tools', others)}</section>`}
${[...(settings.length === 0 ? [] : footSentences(history)), ...notes].map(sentence => html`<p class="note">${sentence}</p>`)}
</article>
`
}

/** A setting, and where the picture of each of its trends stands. */
interface SettingView {
  readonly setting: SettingHistory
  readonly anchor: string
  readonly placed: readonly PlacedSeries[]
}

function viewOf(setting: SettingHistory, anchor: string): SettingView {
  const placed = setting.series.map((series, index) => ({
    series,
    anchor: hasTrend(series) ? `${anchor}s${index}` : null,
  }))
  return { setting, anchor, placed }
}

/** A record alone has nothing to be drawn over time. */
function hasTrend({ points }: Series): boolean {
  return points.length > 1
}

/** The greatest changes first, the first of many at once. */
function changesPart(views: readonly SettingView[]): Markup {
  const placed = views.flatMap(view => view.placed)
  const changes = placed
    .flatMap(({ series, anchor }) => series.changes.map(change => ({ series, anchor, change })))
    .toSorted((a, b) => sizeOf(b.change) - sizeOf(a.change))
  if (changes.length === 0) {
    const isAnyLong = placed.some(({ series }) => series.isLongEnough)
    return html`<p>${isAnyLong ? 'No trend changed its level.' : 'No trend has enough records yet to show a change.'}</p>`
  }
  const items = changes.map(
    ({ series, anchor, change }) =>
      html`<li>${phraseMarkup(changePhrase(series, change, CHARSET))} <a href="#${anchor}">Show</a></li>`,
  )
  const more = items.slice(MOST_CHANGES)
  const rest =
    more.length === 0 ? null : html`<details><summary>${more.length} more</summary><ul>${more}</ul></details>`
  return html`<ul>${items.slice(0, MOST_CHANGES)}</ul>${rest}`
}

function sizeOf({ ratio }: Change): number {
  return ratio === null ? 0 : Math.abs(Math.log(ratio.value))
}

function settingMarkup(
  { setting, anchor, placed }: SettingView,
  apart: History['apart'],
  context: Context,
): Markup {
  const byParams = Map.groupBy(placed, ({ series }) => series.params)
  const resemblance = resemblancePhrase(setting.series)
  return html`<section>
<h2 id="${anchor}">${spanText(setting)}</h2>
<p class="note">${settingText(setting, apart)}</p>
${Array.from(byParams, ([params, each]) => paramsMarkup(params, each, context))}
${resemblance === null ? null : html`<p class="note">${phraseMarkup(resemblance)}</p>`}
${setting.times.length === 0 ? null : html`<p class="note">${TIMES_TITLE}</p>${timesTable('Times per iteration', setting.times)}`}
</section>
`
}

function paramsMarkup(params: string, placed: readonly PlacedSeries[], context: Context): Markup {
  const title = params === '{}' ? '' : storedParamsText(params)
  const isShown = ({ series }: PlacedSeries) => context.isFew || series.changes.length > 0
  const drawn = placed.filter(({ anchor }) => anchor !== null)
  const folds = drawn.filter(each => !isShown(each))
  return html`${title === '' ? null : html`<h3><code>${title}</code></h3>`}
${trendsPart(title, placed)}
<div class="figures">${drawn
    .filter(isShown)
    .map(
      ({ series, anchor }) => html`<div id="${anchor}">${figureMarkup(trendFigure(series, context))}</div>`,
    )}</div>
${folds.map(({ series, anchor }) =>
  foldMarkup(
    html`<b>${pairText(series)}</b> ${counted(series.points.length, 'record')}, ratio now ${joined(ratioText(series.level, CHARSET))}`,
    figureMarkup(trendFigure(series, context)),
    { className: 'more', ...(anchor === null ? {} : { id: anchor }) },
  ),
)}`
}

/** A long list of single records is folded: it shows nothing over time. */
function trendsPart(title: string, placed: readonly PlacedSeries[]): Markup {
  const caption = `Trends${title === '' ? '' : `, ${title}`}`
  const single = placed.filter(({ series }) => !hasTrend(series))
  if (single.length <= MOST_SINGLE) return trendsTable(caption, placed)
  const trends = placed.filter(({ series }) => hasTrend(series))
  return html`${trends.length === 0 ? null : trendsTable(caption, trends)}
${foldMarkup(html`${single.length} pairs with one record`, trendsTable(`${caption}: one record`, single), { className: 'more' })}`
}

function trendFigure(series: Series, context: Context): Figure {
  const pair = pairText(series)
  const params = series.params === '{}' ? '' : ` (${storedParamsText(series.params)})`
  const days = new Set(series.points.map(({ startedAt }) => day(startedAt)))
  const points = series.points.map(point => ({
    tick: days.size === 1 ? point.startedAt.slice(11, 16) : day(point.startedAt),
    ratio: point.ratio,
    title: `${minute(point.startedAt)}: ${formatRatio(point.ratio, CHARSET)}, ${point.head} to ${point.base}`,
  }))
  const dashed = series.changes.length === 0 ? '' : ' Dashed: the level changed, by the ratio above.'
  return {
    title: `${pair}.`,
    hint: `Ratio of each record with its interval; in their order, evenly spaced. Thick line: the level.${dashed}`,
    svg: trendChart(`${pair}${params}: ratio by record`, {
      runtime: runtimeOf(series.head.line),
      points,
      levels: levelsOf(series),
      changes: series.changes.map(({ at, ratio }) => ({
        at,
        label: ratio === null ? '' : ratioText(ratio, CHARSET).value,
      })),
    }),
    table: recordsTable(series, context),
  }
}

function levelsOf({ points, changes }: Series): TrendLevel[] {
  const starts = [0, ...changes.map(({ at }) => at)]
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? points.length
    const logs = points.slice(from, to).map(({ ratio }) => Math.log(ratio.value))
    return { from, to, value: Math.exp(mean(logs)) }
  })
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>A <b>ratio</b> is head time ÷ base time; both sides of each ran in the same launches. Ratios and
verdicts here are as timed, stalls of the core included. A <b>trend</b> is one ratio over
records of like machines, of one version of Steelyard and of one code of the suite; others stand apart. A <b>level</b> is the
geometric mean of the records between two changes. A <b>change</b> is found by a permutation test on ranks, which assumes no
distribution. It tells when a ratio became another, and not why: measure both builds with <code>compare</code>.</p>
<p>Steelyard’s <code>docs/history.md</code> explains the method and its error.</p>`
