import type { TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  type Column,
  colorize,
  counted,
  formatPercent,
  formatRatio,
  GAP,
  ratioPlot,
  ratioPlotHeading,
  ratioText,
  sanitize,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import { NOT_IDENTIFIED } from '../content/machine-text.ts'
import type { Change, History, Point, Series, Setting, SettingHistory, Side } from './history.ts'
import { day, otherLines, storedParamsText, texts, timeLines } from './time-lines.ts'
import { trendLine } from './trend-line.ts'

const WIDEST_LINE = 40
const LINE_HEADING = 'oldest to newest'
const NARROWEST_LINE = LINE_HEADING.length
/** So few trends are shown record by record. */
const FEW_SERIES = 2
const SHOWN_POINTS = 30

const SETTING_NAMES: Readonly<Record<keyof Setting, string>> = {
  cpuModel: 'CPU',
  cores: 'cores',
  kernel: 'kernel',
  governor: 'governor',
  affinity: 'affinity',
  steelyardVersion: 'Steelyard',
  bundleSha256: 'text of the suite',
  cpuId: 'cpuId',
  estimator: 'way of estimating',
  codeSha256: 'code of the suite',
}

/** Returns the trends of a suite for a terminal. */
export function renderHistory(history: History, style: TerminalStyle): string {
  const safe = sanitize(history)
  const blocks = safe.settings.map(setting => settingText(setting, safe.apart, style))
  const others = otherLines(safe.others, style)
  const parts = [...blocks, ...(others.length === 0 ? [] : [others.join('\n')])]
  if (safe.settings.length === 0) return [colorize(safe.suite, 'title', style), ...parts].join('\n\n')
  return [headText(safe, style), ...parts, footText(safe, style)].join('\n\n')
}

function headText({ suite, settings, apart, falseAlarms }: History, style: TerminalStyle): string {
  const records = settings.reduce((sum, setting) => sum + setting.records, 0)
  const trends = settings.reduce((sum, { series }) => sum + series.length, 0)
  const kinds =
    settings.length < 2
      ? ''
      : ` They are of ${settings.length} kinds, which differ in ${apart.map(name => SETTING_NAMES[name]).join(', ')}: apart below, never in one trend.`
  return [
    colorize(suite, 'title', style),
    ...wrap([`${counted(records, 'record')}, ${counted(trends, 'trend')}.${kinds}`], style),
    ...wrap(
      [
        `A change is called with a chance of at most ${formatPercent(falseAlarms)} of a false alarm over all of them together.`,
      ],
      style,
    ),
  ].join('\n')
}

function settingText(about: SettingHistory, apart: readonly (keyof Setting)[], style: TerminalStyle): string {
  const { setting, records, firstAt, lastAt, commits, series, times } = about
  const facts = [
    setting.cpuModel,
    setting.cpuId ?? NOT_IDENTIFIED,
    `${setting.cores} cores`,
    setting.kernel,
    ...(setting.governor === null ? [] : [setting.governor]),
    setting.affinity,
    `Steelyard ${setting.steelyardVersion}`,
    ...(apart.includes('estimator') && setting.estimator !== null ? [`estimator ${setting.estimator}`] : []),
    ...(apart.includes('codeSha256') && setting.codeSha256 !== null
      ? [`suite code ${setting.codeSha256.slice(0, 8)}`]
      : []),
    ...(apart.includes('bundleSha256') && setting.codeSha256 === null
      ? [`suite text ${setting.bundleSha256.slice(0, 8)}`]
      : []),
  ].join(', ')
  const span = day(firstAt) === day(lastAt) ? day(firstAt) : `${day(firstAt)} to ${day(lastAt)}`
  const built = commits < 2 ? '' : `, by ${commits} commits of Steelyard`
  const parts = [
    [
      ...wrap([{ text: facts, role: 'name' }], style),
      ...wrap([`${counted(records, 'record')}, ${span}${built}`], style),
    ],
    ...[...Map.groupBy(series, ({ params }) => params)].map(([params, each]) => [
      ...(params === '{}' ? [] : [storedParamsText(params)]),
      ...seriesLines(each, style),
    ]),
    ...series
      .filter(({ points }) => series.length <= FEW_SERIES && points.length > 1)
      .map(each => pointLines(each, style)),
    series.flatMap(each => each.changes.flatMap(change => changeLines(each, change, style))),
    resemblanceLines(series, style),
    timeLines(times, style),
  ]
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

function seriesLines(series: readonly Series[], style: TerminalStyle): string[] {
  const columns: Column[] = [
    texts('head to base', series.map(pairText)),
    texts(
      'records',
      series.map(({ points }) => String(points.length)),
    ),
    texts('ratio now', alignedEstimates(series.map(({ level }) => ratioText(level, style)))),
    texts(
      'changes',
      series.map(({ changes, isLongEnough }) => changesText(changes.length, isLongEnough)),
    ),
  ]
  if (series.every(({ points }) => points.length < 2)) return tableLines(columns, style)
  const room = Math.min(WIDEST_LINE, style.width - tableWidth(columns) - GAP.length)
  const lines = series.map(({ points }) =>
    trendLine(
      points.map(({ ratio }) => ratio.value),
      Math.max(NARROWEST_LINE, room),
      style,
    ),
  )
  if (room >= NARROWEST_LINE) return tableLines([...columns, texts(LINE_HEADING, lines)], style)
  return [
    ...tableLines(columns, style),
    '',
    ...tableLines([columns[0] ?? texts('', []), texts(LINE_HEADING, lines)], style),
  ]
}

function changesText(count: number, isLongEnough: boolean): string {
  return isLongEnough ? (count === 0 ? 'none' : String(count)) : 'too few'
}

/** Ratio by record, with the places of changes. */
function pointLines({ points, changes, ...pair }: Series, style: TerminalStyle): string[] {
  const shown = points.slice(-SHOWN_POINTS)
  const starts = new Set(changes.map(({ after }) => after.record))
  const columns: Column[] = [
    texts(
      'record of',
      shown.map(({ startedAt }) => startedAt.slice(0, 16)),
    ),
    texts(
      'head',
      shown.map(({ head }) => head),
    ),
    texts('ratio', alignedEstimates(shown.map(({ ratio }) => ratioText(ratio, style)))),
    texts(
      '',
      shown.map(({ record }) => (starts.has(record) ? 'new level' : '')),
    ),
  ]
  const ends = shown.flatMap(({ ratio }) => [ratio.lower, ratio.upper])
  const width = Math.min(60, style.width - tableWidth(columns) - GAP.length)
  const scale = { low: Math.min(1, ...ends), high: Math.max(1, ...ends), width, threshold: null }
  const plot = texts(
    width < NARROWEST_LINE ? '' : ratioPlotHeading(scale),
    shown.map(({ ratio }) => ratioPlot(ratio, scale, style)),
  )
  const more = points.length - shown.length
  return [
    `${pairText(pair)}${more > 0 ? `, without the ${more} oldest` : ''}`,
    ...tableLines(width < NARROWEST_LINE ? columns : [...columns, plot], style),
  ]
}

function changeLines(
  series: Omit<Series, 'points'>,
  { before, after, ratio }: Change,
  style: TerminalStyle,
): string[] {
  const by = ratio === null ? 'changed' : `became ${formatRatio(ratio, style)}`
  const params = series.params === '{}' ? '' : ` (${storedParamsText(series.params)})`
  return wrap(
    [
      { text: pairText(series), role: 'name' },
      `${params} ${by} of what it was, between ${pointText(before)} and ${pointText(after)}${buildChange(before, after)}.`,
    ],
    style,
    { rest: 2 },
  )
}

function buildChange(before: Point, after: Point): string {
  const changed = [
    ...(before.head === after.head ? [] : [`${before.head} became ${after.head}`]),
    ...(before.base === after.base || before.base === before.head
      ? []
      : [`${before.base} became ${after.base}`]),
  ]
  return changed.length === 0 ? '; the builds stayed' : `; ${changed.join(', ')}`
}

function pointText({ startedAt }: Point): string {
  return startedAt.slice(0, 16)
}

function resemblanceLines(series: readonly Series[], style: TerminalStyle): string[] {
  const found = series.filter(({ resembles }) => resembles)
  if (found.length === 0) return []
  const names = found
    .map(({ correlation, ...each }) => `${pairText(each)} (${correlation?.toFixed(2)})`)
    .join(', ')
  return wrap(
    [
      `Neighbouring records are correlated beyond chance, so that false alarms are more frequent than stated: ${names}.`,
    ],
    style,
  )
}

function footText({ settings }: History, style: TerminalStyle): string {
  const short = settings.some(({ series }) => series.some(({ isLongEnough }) => !isLongEnough))
  const found = settings.some(({ series }) => series.some(({ changes }) => changes.length > 0))
  const said = [
    'The ratio now is that of all records since the last change, with its interval over records; of one record it is its own.',
    ...(found
      ? [
          'The ratio of a change takes the position of the change as given, although the data chose it: measure both builds with compare.',
        ]
      : []),
    ...(short
      ? ['Too few records: no order of so few could show a change at this rate of false alarms.']
      : []),
  ]
  return wrap([said.join(' ')], style).join('\n')
}

function pairText({ base, head, metric }: { base: Side; head: Side; metric: string }): string {
  const clock = metric === 'cpu' ? ' (CPU)' : ''
  if (base.line === head.line) return `${head.line}: ${head.case} to ${base.case}${clock}`
  if (base.case === head.case) return `${head.case}: ${head.line} to ${base.line}${clock}`
  return `${head.line} ${head.case} to ${base.line} ${base.case}${clock}`
}
