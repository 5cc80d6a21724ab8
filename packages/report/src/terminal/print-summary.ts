import type { Phrase, Role, TerminalStyle } from '@steelyard/text'
import {
  type Column,
  cell,
  formatRatio,
  glyphs,
  joinPhrases,
  NO_BREAK_SPACE,
  name,
  nameList,
  phraseText,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import { NONE_APART, type SuiteSummary, type Summary, type TargetSummary } from '../content/summary.ts'
import { INDENT, tableColumn } from './print-table.ts'

const NOTHING_COMPARED = { text: 'nothing was compared', role: 'quiet' } as const

/** Returns all suites in short: what is missing, then a row for each target; stacked where it would not fit. */
export function printSummary(summary: Summary, style: TerminalStyle): string[] {
  const { title, about, legend, suites } = summary
  const rows = suites.flatMap(({ targets }) => targets)
  const columns = columnsOf(summary, rows)
  const fits = INDENT.length + tableWidth(columns) <= style.width
  const [headings, ...lines] = fits ? tableLines(columns, style).map(line => INDENT + line) : []
  const rowLines = new Map(
    rows.map((row, index) => [
      row,
      fits ? [lines[index] ?? ''] : wrap(stackedText(row, style), style, NESTED),
    ]),
  )
  return [
    ...wrap(
      [{ text: title, role: 'title' }, `: ${about}${fits && legend !== '' ? `; ${legend}` : ''}`],
      style,
    ),
    ...(headings === undefined || rows.length === 0 ? [] : [headings]),
    ...suites.flatMap(suite => [
      ...wrap(suiteText(suite), style, { rest: 4 }),
      ...(suite.missing.length > 0 ? wrap(missingText(suite, style), style, NESTED) : []),
      ...(suite.targets.length === 0 ? wrap([NOTHING_COMPARED], style, NESTED) : []),
      ...suite.targets.flatMap(row => rowLines.get(row) ?? []),
    ]),
  ]
}

const NESTED = { first: INDENT, rest: 4 }

function suiteText({ suite, bases, counts }: SuiteSummary): Phrase {
  const against = bases.length > 0 ? [', against ', ...nameList(bases)] : []
  const glued = counts.replaceAll(/(?<=\d) /g, NO_BREAK_SPACE)
  return [{ text: suite.name, role: 'title' }, `: ${suite.question} ${glued}`, ...against]
}

function missingText({ missing }: SuiteSummary, style: TerminalStyle): Phrase {
  const subjects = missing.map(result => `${result.case} on ${result.target}`)
  return [{ text: `${glyphs(style).trouble} not measured: `, role: 'trouble' }, ...nameList(subjects)]
}

function columnsOf({ headings }: Summary, rows: readonly TargetSummary[]): Column[] {
  const roles = rows.map(({ furthest }): (Role | null)[] => [
    null,
    furthest === null ? 'quiet' : furthest.comparison.verdict,
    'name',
  ])
  const columns = headings.map(({ text }, index) => {
    const fields = rows.map(row => row.fields[index] ?? [])
    const { heading, cells } = tableColumn(phraseText(text), fields)
    return { heading, cells: cells.map(({ text }, row) => cell(text, roles[row]?.[index])) }
  })
  // A preview has no verdicts to count.
  return columns.filter(({ cells }) => cells.some(({ text }) => text !== ''))
}

function stackedText({ target, verdicts, furthest }: TargetSummary, style: TerminalStyle): Phrase {
  const counts = verdicts.map(
    ({ verdict, count }): Phrase => [{ text: `${count} ${verdict}`, role: verdict }],
  )
  const ratio: Phrase =
    furthest === null
      ? [NONE_APART]
      : [name(furthest.label), ` ${formatRatio(furthest.comparison.ratio, style)}`]
  return [name(target), ': ', ...joinPhrases([ratio, ...counts], ', ')]
}
