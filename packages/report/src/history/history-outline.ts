import { mean, sum } from '@steelyard/stats'
import {
  counted,
  formatDuration,
  formatPercent,
  formatRatio,
  joined,
  joinPhrases,
  minuteText,
  type Phrase,
  ratioText,
  sanitize,
} from '@steelyard/text'
import {
  type Block,
  type Field,
  headingsOf,
  note,
  type Table,
  type TrendFigure,
  type TrendLevel,
} from '../content/document.ts'
import { sizeOf } from '../content/intervals.ts'
import { NOT_IDENTIFIED } from '../content/machine-text.ts'
import { runtimeOf } from '../content/matrix/target-labels.ts'
import type { OutlinePage } from '../content/outline.ts'
import { type ChosenParams, paramsText } from '../content/section.ts'
import type {
  Change,
  History,
  OtherTimes,
  Point,
  Series,
  Setting,
  SettingHistory,
  Side,
  Times,
} from './history.ts'
import { trendLine } from './trend-line.ts'

/** Rows of all tables of records together. */
const MOST_ROWS = 3000
const FEWEST_ROWS_OF_A_TABLE = 20
const MOST_ROWS_OF_A_TABLE = 500
/** Up to this number, trends are shown with their picture, changed or not. */
const FEW_TRENDS = 6
const MOST_CHANGES = 8
const LINE_HEADING = 'oldest to newest'

/** What a page of trends says besides them. */
interface HistoryExtras {
  /** Sentences on what is in no trend. */
  readonly notes?: readonly string[]
  /** Returns where the page of a record is, by its id; null where there is none. */
  readonly recordHref?: (record: string) => string | null
}

interface Context {
  readonly mostRows: number
  readonly isFew: boolean
  readonly recordHref: (record: string) => string | null
}

/** A trend, and where its picture stands if it has one. */
type Placed = Series & { readonly anchor: string }

/** Returns the trends of a suite: the changes, then each kind of records. */
export function historyPage(
  unsafe: History,
  { notes = [], recordHref = () => null }: HistoryExtras = {},
): OutlinePage {
  const history = sanitize(unsafe)
  const { suite, settings, apart, others } = history
  const trends = settings.flatMap(({ series }) => series).filter(hasTrend)
  const rows = Math.floor(MOST_ROWS / Math.max(1, trends.length))
  const context: Context = {
    recordHref,
    mostRows: Math.min(Math.max(rows, FEWEST_ROWS_OF_A_TABLE), MOST_ROWS_OF_A_TABLE),
    isFew: trends.length <= FEW_TRENDS,
  }
  const placed = settings.map(({ series }, place) =>
    series.map((each, index) => ({ ...each, anchor: `t${place}s${index}` })),
  )
  const times = { title: 'Other tools', blocks: [timesTable(OTHERS_TITLE, others)] }
  return {
    kicker: 'History',
    title: suite,
    lead: settings.length === 0 ? [] : [...headSentences(history), changesBlock(placed.flat())],
    outlines: [
      ...settings.map((setting, index) => settingOutline(setting, placed[index] ?? [], apart, context)),
      ...(others.length === 0 ? [] : [times]),
    ],
    foot: [...(settings.length === 0 ? [] : footSentences(history)), ...sanitize(notes)].map(note),
    howToRead: HOW_TO_READ,
  }
}

/** A record alone has nothing to be drawn over time. */
function hasTrend({ points }: Series): boolean {
  return points.length > 1
}

/** What sets records apart: its name, and how it is described; null where there is nothing to say. */
const PARTS: Readonly<Record<keyof Setting, readonly [string, (setting: Setting) => string | null]>> = {
  cpuModel: ['CPU', ({ cpuModel }) => cpuModel],
  cpuId: ['cpuId', ({ cpuId }) => cpuId ?? NOT_IDENTIFIED],
  cores: ['cores', ({ cores }) => `${cores} cores`],
  kernel: ['kernel', ({ kernel }) => kernel],
  governor: ['governor', ({ governor }) => governor],
  affinity: ['affinity', ({ affinity }) => affinity],
  steelyardVersion: ['Steelyard', ({ steelyardVersion }) => `Steelyard ${steelyardVersion}`],
  estimator: ['way of estimating', ({ estimator }) => `estimator ${estimator}`],
  windowNs: [
    'length of windows',
    ({ windowNs }) => (windowNs === null ? null : `windows of ${formatDuration(windowNs)}`),
  ],
  codeSha256: ['code of the suite', ({ codeSha256 }) => `suite code ${codeSha256.slice(0, 8)}`],
}

/** Said only where they set records apart. */
const METHOD: readonly (keyof Setting)[] = ['estimator', 'windowNs', 'codeSha256']

/** How many records and trends there are, what sets them apart, and how sure a change is. */
function headSentences({ settings, apart, falseAlarms }: History): Phrase[] {
  const records = sum(settings.map(setting => setting.records))
  const trends = settings.flatMap(({ series }) => series).length
  const kinds =
    settings.length < 2
      ? ''
      : ` They are of ${settings.length} kinds, which differ in ${apart.map(part => PARTS[part][0]).join(', ')}: apart below, never in one trend.`
  return [
    [`${counted(records, 'record')}, ${counted(trends, 'trend')}.${kinds}`],
    [`The chance that any of them shows a false change is at most ${formatPercent(falseAlarms)}.`],
  ]
}

/** The greatest changes first. */
function changesBlock(placed: readonly Placed[]): Block {
  const changes = placed
    .flatMap(series => series.changes.map(change => ({ series, change })))
    .toSorted((a, b) => sizeOf(b.change.ratio) - sizeOf(a.change.ratio))
  if (changes.length === 0) {
    const isAnyLong = placed.some(({ isLongEnough }) => isLongEnough)
    return [isAnyLong ? 'No trend changed its level.' : 'No trend has enough records yet to show a change.']
  }
  const rest = changes.length - MOST_CHANGES
  return {
    title: 'Changes',
    items: [
      ...changes.slice(0, MOST_CHANGES).map(({ series, change }) => changePhrase(series, change)),
      ...(rest > 0 ? [[`${rest} more are smaller.`]] : []),
    ],
  }
}

function changePhrase(series: Placed, { before, after, ratio }: Change): Phrase {
  return [
    linked(series),
    `${inParentheses(series.params)} became ${formatRatio(ratio)} of what it was, between ${minuteText(before.startedAt)} and ${minuteText(after.startedAt)}${buildChange(before, after)}.`,
  ]
}

function buildChange(before: Point, after: Point): string {
  const sides: readonly ('head' | 'base')[] = before.base === before.head ? ['head'] : ['head', 'base']
  const changed = sides.flatMap(side =>
    before[side] === after[side] ? [] : [`${before[side]} became ${after[side]}`],
  )
  return changed.length === 0 ? '; the builds stayed' : `; ${changed.join(', ')}`
}

function settingOutline(
  setting: SettingHistory,
  placed: readonly Placed[],
  apart: readonly (keyof Setting)[],
  context: Context,
): OutlinePage['outlines'][number] {
  const byParams = Map.groupBy(placed, ({ params }) => params)
  return {
    title: spanText(setting),
    blocks: [
      note(settingText(setting, apart)),
      ...Array.from(byParams, ([params, each]) => [
        ...(params === '{}' ? [] : [[{ text: valuesText(params), role: 'name' }] as const]),
        trendsTable(each),
        { trends: each.filter(hasTrend).map(series => trendFigure(series, context)) },
      ]).flat(),
      ...resemblance(setting.series),
      timesTable(TIMES_TITLE, setting.times),
    ],
  }
}

function spanText({ records, firstAt, lastAt, commits }: SettingHistory): string {
  const span = day(firstAt) === day(lastAt) ? day(firstAt) : `${day(firstAt)} to ${day(lastAt)}`
  const built = commits < 2 ? '' : `, by ${commits} commits of Steelyard`
  return `${counted(records, 'record')}, ${span}${built}`
}

function settingText({ setting }: SettingHistory, apart: readonly (keyof Setting)[]): string {
  const parts = Object.keys(PARTS) as (keyof Setting)[]
  return parts
    .filter(part => !METHOD.includes(part) || apart.includes(part))
    .flatMap(part => PARTS[part][1](setting) ?? [])
    .join(', ')
}

function trendsTable(placed: readonly Placed[]): Table {
  const hasLines = placed.some(hasTrend)
  const hasChanges = placed.some(({ isLongEnough }) => isLongEnough)
  return {
    title: [],
    headings: [
      ...headingsOf(['head to base'], ['records', 'ratio now', ...(hasChanges ? ['changes'] : [])]),
      ...(hasLines ? [{ text: [LINE_HEADING], numeric: false, isSpare: true }] : []),
    ],
    rows: placed.map((series): Field[] => [
      [linked(series)],
      String(series.points.length),
      ratioText(series.level),
      ...(hasChanges ? [changesText(series)] : []),
      ...(hasLines ? [lineField(series)] : []),
    ]),
  }
}

/** Nothing where there are too few records to show a change. */
function changesText({ changes, isLongEnough }: Series): string {
  if (!isLongEnough) return ''
  return changes.length === 0 ? 'none' : String(changes.length)
}

function lineField({ points }: Series): Field {
  const values = points.length < 2 ? [] : points.map(({ ratio }) => ratio.value)
  return [{ text: trendLine(values, LINE_HEADING.length), role: 'bar' }]
}

function trendFigure(series: Placed, context: Context): TrendFigure {
  const pair = pairText(series)
  const days = new Set(series.points.map(({ startedAt }) => day(startedAt)))
  const dashed = series.changes.length === 0 ? '' : ' Dashed: the level changed, by the ratio above.'
  const now = joined(ratioText(series.level))
  return {
    id: series.anchor,
    title: `${pair}.`,
    subject: `${pair}${inParentheses(series.params)}: ratio by record`,
    hint: `Ratio of each record with its interval; in their order, evenly spaced. Thick line: the level.${dashed}`,
    runtime: runtimeOf(series.head.line),
    points: series.points.map(point => ({
      name: `${minuteText(point.startedAt)} ${point.head}`,
      tick: days.size === 1 ? point.startedAt.slice(11, 16) : day(point.startedAt),
      ratio: point.ratio,
      title: `${minuteText(point.startedAt)}: ${formatRatio(point.ratio)}, ${point.head} to ${point.base}`,
    })),
    levels: levelsOf(series),
    changes: series.changes.map(({ at, ratio }) => ({ at, label: ratioText(ratio).value })),
    table: recordsTable(series, context),
    summary:
      context.isFew || series.changes.length > 0
        ? null
        : `${pair}: ${counted(series.points.length, 'record')}, ratio now ${now}`,
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

/** Returns the records of a trend, the newest first. */
function recordsTable(series: Series, { mostRows, recordHref }: Context): Table {
  const { points, changes } = series
  const starts = new Set(changes.map(({ after }) => after.record))
  const shown = points.slice(-mostRows).toReversed()
  const more = points.length - shown.length
  return {
    title: [`${pairText(series)}: records`],
    ...(more === 0 ? {} : { about: `Without the ${more} oldest.` }),
    headings: [...headingsOf(['record of', 'head', 'base'], ['ratio']), ...headingsOf(['verdict', 'level'])],
    rows: shown.map(({ record, startedAt, head, base, ratio, verdict }) => {
      const href = recordHref(record)
      return [
        [{ text: minuteText(startedAt), role: 'quiet', ...(href === null ? {} : { href }) }],
        head,
        base,
        ratioText(ratio),
        verdict === null ? '' : [{ text: verdict, role: verdict }],
        starts.has(record) ? 'new' : '',
      ]
    }),
  }
}

/** Which trends have false alarms more often than promised. */
function resemblance(series: readonly Series[]): Phrase[] {
  const found = series.filter(({ resembles }) => resembles)
  if (found.length === 0) return []
  const names = found.map((each): Phrase => [`${pairText(each)} (${each.correlation?.toFixed(2)})`])
  const text =
    'Neighbouring records are correlated beyond chance, so that false alarms are more frequent than stated: '
  return [[text, ...joinPhrases(names, ', '), '.']]
}

const TIMES_TITLE =
  'Times per iteration describe each record’s machine at that time; they form no trend and are not compared'

const OTHERS_TITLE =
  'Times per iteration from other tools, as they reported them; they form no trend and are not compared'

function timesTable(title: string, times: readonly (Times | OtherTimes)[]): Table {
  const hasDays = times.some(each => 'timer' in each)
  const numbers = ['records', 'lowest', 'highest', 'latest', ...(hasDays ? ['first', 'last'] : [])]
  return {
    title: [title],
    headings: headingsOf(['contender'], numbers),
    rows: times.map(each => [
      `${'timer' in each ? `${each.timer} ` : ''}${each.line}: ${each.case} ${valuesText(each.params)}`.trimEnd(),
      String(each.records),
      ...[each.lowestNs, each.highestNs, each.latestNs].map(ns => formatDuration(ns)),
      ...('timer' in each ? [day(each.firstAt), day(each.lastAt)] : []),
    ]),
  }
}

function footSentences({ settings }: History): string[] {
  const all = settings.flatMap(({ series }) => series)
  return [
    'The ratio now is that of all records since the last change, with its interval over records; of one record it is its own.',
    ...(all.some(({ changes }) => changes.length > 0)
      ? [
          'The ratio of a change takes the position of the change as given, although the data chose it: measure both builds with compare.',
        ]
      : []),
    ...(all.some(({ isLongEnough }) => !isLongEnough)
      ? ['Too few records: no order of so few could show a change at this rate of false alarms.']
      : []),
  ]
}

function pairText({ base, head, metric }: { base: Side; head: Side; metric: string }): string {
  const clock = metric === 'cpu' ? ' (CPU)' : ''
  if (base.line === head.line) return `${head.line}: ${head.case} to ${base.case}${clock}`
  if (base.case === head.case) return `${head.case}: ${head.line} to ${base.line}${clock}`
  return `${head.line} ${head.case} to ${base.line} ${base.case}${clock}`
}

function linked(series: Placed) {
  const span = { text: pairText(series), role: 'name' } as const
  return hasTrend(series) ? { ...span, href: `#${series.anchor}` } : span
}

function valuesText(params: string): string {
  return paramsText(JSON.parse(params) as ChosenParams)
}

/** In parentheses after a name; nothing without parameters. */
function inParentheses(params: string): string {
  const values = valuesText(params)
  return values === '' ? '' : ` (${values})`
}

function day(instant: string): string {
  return instant.slice(0, 10)
}

const HOW_TO_READ = [
  'A ratio is head time ÷ base time; both sides of each ran in the same launches. Ratios and verdicts here are as timed, stalls of the core included.',
  'A trend is one ratio over records of like machines, of one version of Steelyard and of one code of the suite; others stand apart. A level is the geometric mean of the records between two changes.',
  'A change is found by a permutation test on ranks, which assumes no distribution. It shows when a ratio changed, not why: measure both builds with compare. Steelyard’s docs/history.md explains the method and its error.',
]
