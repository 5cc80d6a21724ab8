import type { Look, Script } from '@steelyard/text'
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
export function renderSummary(summaries: readonly SuiteSummary[], look: Look): string[] {
  const rows = summaries.flatMap(({ targets }) => targets)
  const columns = columnsOf(rows, look)
  const fits = INDENT.length + tableWidth(columns) <= look.width
  const [headings, ...lines] = fits ? tableLines(columns, look).map(line => INDENT + line) : []
  const rowLines = new Map(
    rows.map((row, index) => [row, fits ? [lines[index] ?? ''] : wrap(stackedText(row, look), look, NESTED)]),
  )
  return [
    ...wrap(titleText(rows, fits, look), look),
    ...(headings === undefined || rows.length === 0 ? [] : [headings]),
    ...summaries.flatMap(summary => [
      ...wrap(suiteText(summary), look, { rest: 4 }),
      ...(summary.missing.length > 0 ? wrap(missingText(summary, look), look, NESTED) : []),
      ...(summary.targets.length === 0 ? wrap([NOTHING_COMPARED], look, NESTED) : []),
      ...summary.targets.flatMap(row => rowLines.get(row) ?? []),
    ]),
  ]
}

const NESTED = { first: INDENT, rest: 4 }

function titleText(rows: readonly TargetSummary[], fits: boolean, look: Look): Phrase {
  const isJudged = rows.some(({ verdicts }) => verdicts.length > 0)
  return [
    { text: 'Over all suites', role: 'title' },
    `: ${SUMMARY_MEANING}`,
    fits && isJudged ? `; ${legend(look)}` : '',
  ]
}

/** What the rows of the summary show. */
export const SUMMARY_MEANING = 'of each target the ratio furthest from 1, as far as its interval bears it out'

function legend(script: Script): string {
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

function missingText({ missing }: SuiteSummary, look: Look): Phrase {
  const subjects = missing.map(result => `${result.case} on ${result.target}`)
  return [{ text: `${glyphs(look).trouble} not measured: `, role: 'trouble' }, ...nameList(subjects)]
}

function columnsOf(rows: readonly TargetSummary[], look: Look): Column[] {
  const ratios = alignedEstimates(
    rows.map(({ furthest }) => furthest && ratioText(furthest.comparison.ratio, look)),
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
    { heading: 'verdicts', cells: rows.map(row => cell(signsText(row, look))) },
  ]
  // A look has no verdicts to count.
  return columns.filter(({ cells }) => cells.some(({ text }) => text !== ''))
}

/** Returns how often each verdict was given, as `7▲ 1?`. */
export function signsText({ verdicts }: TargetSummary, script: Script): string {
  return verdicts.map(({ verdict, count }) => `${count}${glyphs(script)[verdict]}`).join(' ')
}

function stackedText({ target, verdicts, furthest }: TargetSummary, look: Look): Phrase {
  const counts = verdicts.map(
    ({ verdict, count }): Phrase => [{ text: `${count} ${verdict}`, role: verdict }],
  )
  const ratio: Phrase =
    furthest === null
      ? [NONE_APART]
      : [name(furthest.label), ` ${formatRatio(furthest.comparison.ratio, look)}`]
  return [name(target), ': ', ...joinPhrases([ratio, ...counts], ', ')]
}
