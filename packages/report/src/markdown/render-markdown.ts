import type { RunRecord } from '@steelyard/record'
import type { Charset } from '@steelyard/text'
import { type EstimateText, formatDurationEstimate, formatRatio, joined } from '@steelyard/text'
import { agreementBlocks, agreementMark, differencesOf } from '../content/agreement.ts'
import { type Axis, mainAxis } from '../content/axis.ts'
import { type Block, blocksOf } from '../content/block.ts'
import { engineText } from '../content/engine-text.ts'
import { allFigures } from '../content/figures/all-figures.ts'
import type { Figures } from '../content/figures/figures.ts'
import { startsByParams } from '../content/figures/start-figures.ts'
import { cpuText, wallText } from '../content/foreign.ts'
import { answersOf } from '../content/headline.ts'
import { type Matrix, matricesOf } from '../content/matrix.ts'
import { contendedNote, controlNote, eventsNote, scaleNote, tailNote } from '../content/note.ts'
import { hasBothClocks, otherClockHeading } from '../content/ratio-heading.ts'
import { reportDocument } from '../content/report-document.ts'
import { rowMark } from '../content/row-mark.ts'
import { iterationName, paramsText, type Section, sectionsOf } from '../content/section.ts'
import { countsText, hasSummary, summariesOf } from '../content/summary.ts'
import { markText, type VerdictMark, verdictMark } from '../content/verdict-mark.ts'
import { matrixTitle } from '../terminal/render-matrix.ts'
import { NONE_APART, SUMMARY_MEANING, signsText } from '../terminal/render-summary.ts'
import { fittedMarkdown, type MarkdownParts } from './fitted-markdown.ts'
import { markdownCode, markdownPhrase, markdownTable, markdownText } from './markdown-text.ts'
import { bullets, printCommand, printList } from './print-parts.ts'

const RICH: Charset = { unicode: true }

/**
 * Returns the report of runs as GitHub-flavoured Markdown, for a job summary or a comment on a pull request.
 *
 * @param mostBytes that it may have: what is beyond loses its tables, suite by suite from the last
 */
export function renderMarkdown(records: RunRecord | readonly RunRecord[], mostBytes = Infinity): string {
  return fittedMarkdown([records].flat().map(partsOf), mostBytes)
}

function partsOf(record: RunRecord): MarkdownParts {
  const document = reportDocument(record, RICH)
  const { record: safe, foreign, agreement, evidence, machine, reproduce } = document
  const bySuite = Map.groupBy(sectionsOf(safe), section => section.suite.name)
  const seed = reproduce === null ? [] : [{ name: 'Seed', text: String(safe.seed) }]
  const facts = [...machine, ...seed].map(({ name, text }) => `${name}: ${markdownText(text)}.`)
  return {
    first: [...(foreign === null ? [] : [markdownPhrase(foreign)]), ...summaryParts(safe)],
    suites: Array.from(bySuite, ([name, sections]) => ({
      name,
      full: suiteParts(sections, safe),
      short: suiteHead(sections),
    })),
    last: [
      ...(agreement === null ? [] : [markdownPhrase(agreement)]),
      ...printList(document.attribution),
      ...printList(document.rebuild),
      ...printList(document.timers),
      ...printList(document.unmeasured),
      ...printList(document.notices),
      ...printCommand(evidence),
      facts.join(' '),
      ...printCommand(reproduce),
    ],
  }
}

/** The question and its answers, without the tables that bear them out. */
function suiteHead(sections: readonly Section[]): string[] {
  const suite = sections[0]?.suite
  if (suite === undefined) return []
  return [
    `### ${markdownText(suite.name)}`,
    `**${markdownText(suite.question)}**`,
    ...sections.flatMap(section => [...paramsPart(section), ...bullets(answersOf(section, RICH))]),
  ]
}

function paramsPart({ params }: Section): string[] {
  const text = paramsText(params)
  return text === '' ? [] : [markdownCode(text)]
}

/** What a reader of many suites wants first. */
function summaryParts(record: RunRecord): string[] {
  if (!hasSummary(record)) return []
  const rows = summariesOf(record).flatMap(summary => [
    [markdownCode(summary.suite.name), markdownText(countsText(summary)), '', '', ''],
    ...summary.targets.map(row => [
      '',
      markdownCode(row.target),
      row.furthest === null ? NONE_APART : formatRatio(row.furthest.comparison.ratio),
      row.furthest === null ? '' : markdownCode(row.furthest.label),
      markdownText(signsText(row, RICH)),
    ]),
  ])
  return [
    `### Over all suites`,
    `${SUMMARY_MEANING.charAt(0).toUpperCase()}${SUMMARY_MEANING.slice(1)}.`,
    markdownTable(
      ['suite', 'target', 'furthest', 'case', 'verdicts'],
      ['left', 'left', 'right', 'left', 'left'],
      rows,
    ),
  ]
}

function suiteParts(sections: readonly Section[], record: RunRecord): string[] {
  const suite = sections[0]?.suite
  if (suite === undefined) return []
  const note = scaleNote(sections)
  const together = startsByParams(sections, RICH)
  return [
    `### ${markdownText(suite.name)}`,
    `**${markdownText(suite.question)}**`,
    ...sections.flatMap(section =>
      record.agreements === undefined ? sectionParts(section, record) : agreementParts(section, record),
    ),
    ...(together === null ? [] : figuresParts(together)),
    ...(note === null ? [] : [`<sub>${markdownText(note)}</sub>`]),
  ]
}

function sectionParts(section: Section, record: RunRecord): string[] {
  const axis = mainAxis(section)
  const notes = [
    tailNote(section, RICH),
    contendedNote(section, RICH),
    controlNote(section, RICH),
    eventsNote(section),
  ].filter(note => note !== null)
  const blocks = blocksOf(section, axis)
  return [
    ...paramsPart(section),
    ...bullets(answersOf(section, RICH)),
    ...(blocks.length === 0 ? ['Nothing was measured.'] : []),
    ...blocks.flatMap(block => blockParts(block, axis, section, record)),
    ...notes.map(markdownPhrase),
    ...matricesOf(section, axis === 'cases' ? 'targets' : 'cases').flatMap(matrixParts),
    ...allFigures(section, RICH).flatMap(figuresParts),
  ]
}

function agreementParts(section: Section, record: RunRecord): string[] {
  const blocks = agreementBlocks(section, record).filter(({ rows }) => rows.length > 0)
  return [
    ...paramsPart(section),
    ...blocks.flatMap(({ target, rows }) => [
      `#### ${markdownCode(target)}`,
      markdownTable(
        ['case', 'timer', 'wall/iteration', 'ratio to steelyard', ''],
        ['left', 'left', 'right', 'right', 'left'],
        rows.map(row => [
          markdownCode(row.result.case),
          row.result.timer,
          row.result.wallNs ? formatDurationEstimate(row.result.wallNs) : '',
          row.agreement?.ratio ? formatRatio(row.agreement.ratio) : '',
          markMarkdown(agreementMark(row)),
        ]),
      ),
    ]),
    ...printList({ title: 'Why they can differ', items: differencesOf(section, record) }),
  ]
}

function blockParts({ title, base, rows }: Block, axis: Axis, section: Section, record: RunRecord): string[] {
  const target = axis === 'cases' ? record.targets.find(({ id }) => id === title) : undefined
  const engine = target === undefined ? '' : engineText(target.engine)
  const about = engine === '' ? '' : ` (${markdownText(engine)})`
  const both = hasBothClocks([{ title, base, rows }], axis)
  const fields = rows.map(row => [
    markdownCode(row.label),
    timeField(row.result && wallText(row.result)),
    timeField(row.result && cpuText(row.result)),
    row.comparison === null ? '' : formatRatio(row.comparison.ratio),
    ...(both ? [row.comparison?.otherClockRatio ? formatRatio(row.comparison.otherClockRatio) : ''] : []),
    markMarkdown(rowMark(row, axis, RICH)),
  ])
  const iteration = iterationName(section)
  const headings = [axis === 'cases' ? 'case' : 'target', `wall/${iteration}`, `CPU/${iteration}`]
  const clock = rows.some(row => row.comparison?.metric === 'cpu') ? 'CPU ratio' : 'ratio'
  return [
    `#### ${markdownCode(title)}${about}`,
    markdownTable(
      [
        ...headings,
        `${clock} to ${markdownCode(base)}`,
        ...(both ? [otherClockHeading(rows)] : []),
        'verdict',
      ],
      ['left', 'right', 'right', 'right', ...(both ? (['right', 'left'] as const) : (['left'] as const))],
      fields,
    ),
  ]
}

function timeField(text: EstimateText | null): string {
  return text === null ? '' : joined(text)
}

function matrixParts(matrix: Matrix): string[] {
  const rows = matrix.rows.map(row => [
    markdownCode(row.case),
    ...row.cells.map(comparison => {
      if (comparison === null) return ''
      const mark = comparison.paired ? markMarkdown(verdictMark(comparison, RICH)) : ''
      return `${formatRatio(comparison.ratio)} ${mark}`.trimEnd()
    }),
  ])
  const alignments = ['left', ...matrix.targets.map(() => 'right')] as ('left' | 'right')[]
  return [
    markdownPhrase(matrixTitle(matrix)),
    markdownTable(['case', ...matrix.targets.map(markdownCode)], alignments, rows),
  ]
}

function figuresParts({ title, about, rowHeading = 'target', headings, blocks, notes }: Figures): string[] {
  const rows = blocks.flatMap(block =>
    block.rows.map(({ target, cells }) => [
      markdownCode(block.case),
      markdownCode(target),
      ...cells.map(figure => figure ?? ''),
    ]),
  )
  const alignments = ['left', 'left', ...headings.map(() => 'right')] as ('left' | 'right')[]
  return [
    `#### ${title}`,
    markdownText(about),
    markdownTable(['case', rowHeading, ...headings], alignments, rows),
    ...bullets(notes),
  ]
}

function markMarkdown(mark: VerdictMark | null): string {
  if (mark === null) return ''
  const text = markdownText(markText(mark))
  return mark.role === 'quiet' ? text : `**${text}**`
}
