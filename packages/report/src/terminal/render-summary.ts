import type { Charset, TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  type Column,
  cell,
  formatRatio,
  glyphs,
  joinPhrases,
  NO_BREAK_SPACE,
  name,
  nameList,
  type Phrase,
  ratioText,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import { countsText, type SuiteSummary, type TargetSummary } from '../content/summary.ts'

const INDENT = '  '
/** Stands where every interval of a target holds 1. */
export const NONE_APART = 'none beyond its interval'
const NOTHING_COMPARED = { text: 'nothing was compared', role: 'quiet' } as const

/** Returns all suites in short: what is missing, then a row for each target; stacked where it would not fit. */
export function renderSummary(summaries: readonly SuiteSummary[], style: TerminalStyle): string[] {
  const rows = summaries.flatMap(({ targets }) => targets)
  const columns = columnsOf(rows, style)
  const fits = INDENT.length + tableWidth(columns) <= style.width
  const [headings, ...lines] = fits ? tableLines(columns, style).map(line => INDENT + line) : []
  const rowLines = new Map(
    rows.map((row, index) => [
      row,
      fits ? [lines[index] ?? ''] : wrap(stackedText(row, style), style, NESTED),
    ]),
  )
  return [
    ...wrap(titleText(rows, fits, style), style),
    ...(headings === undefined || rows.length === 0 ? [] : [headings]),
    ...summaries.flatMap(summary => [
      ...wrap(suiteText(summary), style, { rest: 4 }),
      ...(summary.missing.length > 0 ? wrap(missingText(summary, style), style, NESTED) : []),
      ...(summary.targets.length === 0 ? wrap([NOTHING_COMPARED], style, NESTED) : []),
      ...summary.targets.flatMap(row => rowLines.get(row) ?? []),
    ]),
  ]
}

const NESTED = { first: INDENT, rest: 4 }

function titleText(rows: readonly TargetSummary[], fits: boolean, style: TerminalStyle): Phrase {
  const isJudged = rows.some(({ verdicts }) => verdicts.length > 0)
  return [
    { text: 'Over all suites', role: 'title' },
    `: ${SUMMARY_MEANING}`,
    fits && isJudged ? `; ${legend(style)}` : '',
  ]
}

/** What the rows of the summary show. */
export const SUMMARY_MEANING = 'of each target the ratio furthest from 1, as far as its interval bears it out'

function legend(script: Charset): string {
  return (['slower', 'faster', 'same', 'inconclusive'] as const)
    .map(verdict => `${glyphs(script)[verdict]}${NO_BREAK_SPACE}${verdict}`)
    .join(', ')
}

function suiteText(summary: SuiteSummary): Phrase {
  const { suite, bases } = summary
  const against = bases.length > 0 ? [', against ', ...nameList(bases)] : []
  const counts = countsText(summary).replaceAll(/(?<=\d) /g, NO_BREAK_SPACE)
  return [{ text: suite.name, role: 'title' }, `: ${suite.question} ${counts}`, ...against]
}

function missingText({ missing }: SuiteSummary, style: TerminalStyle): Phrase {
  const subjects = missing.map(result => `${result.case} on ${result.target}`)
  return [{ text: `${glyphs(style).trouble} not measured: `, role: 'trouble' }, ...nameList(subjects)]
}

function columnsOf(rows: readonly TargetSummary[], style: TerminalStyle): Column[] {
  const ratios = alignedEstimates(
    rows.map(({ furthest }) => furthest && ratioText(furthest.comparison.ratio, style)),
  )
  const columns: Column[] = [
    { heading: 'target', cells: rows.map(({ target }) => cell(target)) },
    {
      heading: 'furthest',
      cells: rows.map(({ furthest }, index) =>
        furthest === null
          ? cell(NONE_APART, 'quiet')
          : cell(ratios[index] ?? '', furthest.comparison.verdict),
      ),
    },
    { heading: 'case', cells: rows.map(({ furthest }) => cell(furthest?.label ?? '', 'name')) },
    { heading: 'verdicts', cells: rows.map(row => cell(signsText(row, style))) },
  ]
  // A look has no verdicts to count.
  return columns.filter(({ cells }) => cells.some(({ text }) => text !== ''))
}

/** Returns how often each verdict was given, as `7▲ 1?`. */
export function signsText({ verdicts }: TargetSummary, script: Charset): string {
  return verdicts.map(({ verdict, count }) => `${count}${glyphs(script)[verdict]}`).join(' ')
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
