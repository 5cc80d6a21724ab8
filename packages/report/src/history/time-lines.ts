import type { TerminalStyle } from '@steelyard/text'
import { type Column, cell, formatDuration, tableLines, wrap } from '@steelyard/text'
import type { OtherTimes, Times } from './history.ts'

/** Returns what times contenders had, as a description. */
export function timeLines(times: readonly Times[], style: TerminalStyle): string[] {
  if (times.length === 0) return []
  return [
    ...wrap(
      [
        'Times per iteration describe each record’s machine at that time; they form no trend and are not compared:',
      ],
      style,
    ),
    ...tableLines(timeColumns(times, style), style),
  ]
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
    ...wrap(
      [
        'Times per iteration from other tools, as they reported them; they form no trend and are not compared:',
      ],
      style,
    ),
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

/** Returns parameter values as people write them. */
export function storedParamsText(params: string): string {
  const values = JSON.parse(params) as Readonly<Record<string, unknown>>
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

export function day(instant: string): string {
  return instant.slice(0, 10)
}

/** Returns a column of plain text. */
export function texts(heading: string, lines: readonly string[]): Column {
  return { heading, cells: lines.map(line => cell(line)) }
}
