import type { TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  type Column,
  colorize,
  GAP,
  name,
  ratioPlot,
  ratioPlotHeading,
  ratioText,
  sanitize,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import type { History, Series, Setting, SettingHistory } from './history.ts'
import {
  changePhrase,
  changesText,
  footSentences,
  headSentences,
  minute,
  pairText,
  resemblancePhrase,
  settingText,
  spanText,
  storedParamsText,
} from './history-text.ts'
import { otherLines, texts, timeLines } from './time-lines.ts'
import { trendLine } from './trend-line.ts'

const WIDEST_LINE = 40
const LINE_HEADING = 'oldest to newest'
const NARROWEST_LINE = LINE_HEADING.length
/** So few trends are shown record by record. */
const FEW_SERIES = 2
const SHOWN_POINTS = 30

/** Returns the trends of a suite for a terminal. */
export function renderHistory(history: History, style: TerminalStyle): string {
  const safe = sanitize(history)
  const blocks = safe.settings.map(setting => settingBlock(setting, safe.apart, style))
  const others = otherLines(safe.others, style)
  const parts = [...blocks, ...(others.length === 0 ? [] : [others.join('\n')])]
  if (safe.settings.length === 0) return [colorize(safe.suite, 'title', style), ...parts].join('\n\n')
  return [headText(safe, style), ...parts, wrap([footSentences(safe).join(' ')], style).join('\n')].join(
    '\n\n',
  )
}

function headText(history: History, style: TerminalStyle): string {
  const sentences = headSentences(history).flatMap(sentence => wrap([sentence], style))
  return [colorize(history.suite, 'title', style), ...sentences].join('\n')
}

function settingBlock(
  about: SettingHistory,
  apart: readonly (keyof Setting)[],
  style: TerminalStyle,
): string {
  const { series, times } = about
  const resemblance = resemblancePhrase(series)
  const parts = [
    [...wrap([name(settingText(about, apart))], style), ...wrap([spanText(about)], style)],
    ...[...Map.groupBy(series, ({ params }) => params)].map(([params, each]) => [
      ...(params === '{}' ? [] : [storedParamsText(params)]),
      ...seriesLines(each, style),
    ]),
    ...series
      .filter(({ points }) => series.length <= FEW_SERIES && points.length > 1)
      .map(each => pointLines(each, style)),
    series.flatMap(each =>
      each.changes.flatMap(change => wrap(changePhrase(each, change, style), style, { rest: 2 })),
    ),
    resemblance === null ? [] : wrap(resemblance, style),
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
    texts('changes', series.map(changesText)),
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

/** Ratio by record, with the places of changes. */
function pointLines({ points, changes, ...pair }: Series, style: TerminalStyle): string[] {
  const shown = points.slice(-SHOWN_POINTS)
  const starts = new Set(changes.map(({ after }) => after.record))
  const columns: Column[] = [
    texts(
      'record of',
      shown.map(({ startedAt }) => minute(startedAt)),
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
