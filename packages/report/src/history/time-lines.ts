import type { TerminalStyle } from '@steelyard/text'
import { type Column, cell, formatDuration, tableLines, wrap } from '@steelyard/text'
import type { OtherTimes, Times } from './history.ts'
import { day, OTHERS_TITLE, storedParamsText, TIMES_TITLE } from './history-text.ts'

/** Returns what times contenders had, as a description. */
export function timeLines(times: readonly Times[], style: TerminalStyle): string[] {
  if (times.length === 0) return []
  return [...wrap([TIMES_TITLE], style), ...tableLines(timeColumns(times, style), style)]
}

/** Returns what other tools and timers said. */
export function otherLines(others: readonly OtherTimes[], style: TerminalStyle): string[] {
  if (others.length === 0) return []
  const date = (heading: string, of: (each: OtherTimes) => string) =>
    texts(
      heading,
      others.map(each => day(of(each))),
    )
  return [
    ...wrap([OTHERS_TITLE], style),
    ...tableLines(
      [
        texts(
          'by',
          others.map(({ timer }) => timer),
        ),
        ...timeColumns(others, style),
        date('first', ({ firstAt }) => firstAt),
        date('last', ({ lastAt }) => lastAt),
      ],
      style,
    ),
  ]
}

function timeColumns(times: readonly Times[], style: TerminalStyle): Column[] {
  const time = (heading: string, of: (each: Times) => number) =>
    texts(
      heading,
      times.map(each => formatDuration(of(each), style)),
    )
  return [
    texts(
      'contender',
      times.map(
        each =>
          `${each.line}: ${each.case}${each.params === '{}' ? '' : ` ${storedParamsText(each.params)}`}`,
      ),
    ),
    texts(
      'records',
      times.map(({ records }) => String(records)),
    ),
    time('lowest', ({ lowestNs }) => lowestNs),
    time('highest', ({ highestNs }) => highestNs),
    time('latest', ({ latestNs }) => latestNs),
  ]
}

/** Returns a column of plain text. */
export function texts(heading: string, lines: readonly string[]): Column {
  return { heading, cells: lines.map(line => cell(line)) }
}
