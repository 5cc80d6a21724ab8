import { name } from '@steelyard/text'
import { codeOf, descriptionOf } from '../content/case-code.ts'
import { headingsOf } from '../content/document.ts'
import type { ReportDocument, SectionPart, SuitePart } from '../content/report-document.ts'
import type { Summary } from '../content/summary.ts'
import type { Timers } from '../content/tables/agreement.ts'
import type { ContenderBlock, Contenders } from '../content/tables/contenders.ts'
import type { MarkdownParts } from './fitted-markdown.ts'
import { markdownCode, markdownFence, markdownPhrase, markdownText } from './markdown-text.ts'
import { findingParts, matrixParts } from './print-matrix.ts'
import { figuresParts, printCommand, printList, printTable } from './print-parts.ts'

/** Returns a report in pieces of Markdown: what a reader of many suites wants first, the suites, what is to be done. */
export function printDocument(document: ReportDocument): MarkdownParts {
  const { record, answer, foreign, suites, summary, agreement, evidence, machine, reproduce } = document
  const seed = reproduce === null ? [] : [{ name: 'Seed', text: String(record.seed) }]
  const { isNoisy, why } = answer.machine
  const noise = isNoisy ? [{ name: 'Noise', text: why.join(', ') }] : []
  const facts = [...machine, ...noise, ...seed].map(fact => `${fact.name}: ${markdownText(fact.text)}.`)
  return {
    first: [
      ...(foreign === null ? [] : [markdownPhrase(foreign)]),
      ...(summary === null ? [] : summaryParts(summary)),
    ],
    suites: suites.map(suite => ({
      name: suite.suite.name,
      full: suiteParts(suite),
      short: [...suiteHead(suite), ...findingParts(suite.answer)],
    })),
    last: [
      ...(agreement === null ? [] : [markdownPhrase(agreement)]),
      ...printList(document.attribution),
      ...printList(document.builds),
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

function suiteHead({ suite }: SuitePart): string[] {
  return [`### ${markdownText(suite.name)}`, `**${markdownText(suite.question)}**`]
}

function paramsPart(params: string): string[] {
  return params === '' ? [] : [markdownCode(params)]
}

/** What a reader of many suites wants first. */
function summaryParts({ title, about, legend, headings, suites }: Summary): string[] {
  const rows = suites.flatMap(({ suite, counts, targets }) => [
    [[name(suite.name)], [counts], ...headings.slice(1).map(() => [])],
    ...targets.map(({ fields }) => [[], ...fields]),
  ])
  return [
    `### ${title}`,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}${legend === '' ? '' : `; ${legend}`}.`,
    printTable({ title: [], headings: [...headingsOf(['suite']), ...headings], rows }),
  ]
}

function suiteParts(part: SuitePart): string[] {
  const { sections, starts, note } = part
  return [
    ...suiteHead(part),
    ...findingParts(part.answer),
    ...part.answer.matrices.flatMap(matrixParts),
    ...sections.flatMap(section =>
      section.timers === null ? sectionParts(section) : timersParts(section.params, section.timers),
    ),
    ...(starts === null ? [] : figuresParts(starts)),
    ...codeParts(part),
    ...(note === null ? [] : [`<sub>${markdownText(note)}</sub>`]),
  ]
}

/** What the cases are, and what they work on. */
function codeParts({ suite }: SuitePart): string[] {
  const { code, descriptions } = suite
  const ids = Object.keys({ ...code?.cases, ...descriptions })
  if (ids.length === 0) return []
  const setup = code?.setup ?? null
  const blocks = [
    ...(setup === null ? [] : [[markdownCode('setup'), markdownFence(setup)]]),
    ...ids.map(id => {
      const [about, text] = [descriptionOf(suite, id), codeOf(suite, id)]
      const heading = about === null ? markdownCode(id) : `${markdownCode(id)}: ${markdownText(about)}`
      return text === null ? [heading] : [heading, markdownFence(text)]
    }),
  ]
  return [`<details><summary>What the cases are</summary>\n\n${blocks.flat().join('\n\n')}\n\n</details>`]
}

function sectionParts(section: SectionPart): string[] {
  const { params, nothing, contenders, notes, figures } = section
  return [
    ...paramsPart(params),
    ...(nothing === null ? [] : [nothing]),
    ...contenders.blocks.flatMap(block => blockParts(block, contenders)),
    ...notes.map(markdownPhrase),
    ...figures.flatMap(figuresParts),
  ]
}

function timersParts(params: string, { tables, differences }: Timers): string[] {
  return [
    ...paramsPart(params),
    ...tables.flatMap(table => [`#### ${markdownPhrase(table.title)}`, printTable(table)]),
    ...printList(differences),
  ]
}

/** A table by itself: its base by name, and the other clock only where it has been read. */
function blockParts(
  { title, engine, ratioHeading, rows }: ContenderBlock,
  { label, columns }: Contenders,
): string[] {
  const about = engine === '' ? '' : ` (${markdownText(engine)})`
  const shown = columns.filter(
    ({ id }) => id !== 'otherRatio' || rows.some(({ values }) => values.otherRatio.estimate !== null),
  )
  const headings = shown.map(column => (column.id === 'ratio' ? { ...column, text: ratioHeading } : column))
  return [
    `#### ${markdownCode(title)}${about}`,
    printTable({
      title: [],
      headings: [...headingsOf([label]), ...headings],
      rows: rows.map(row => [[name(row.label)], ...shown.map(({ id }) => row.values[id])]),
    }),
  ]
}
