import type { TerminalStyle } from '@steelyard/text'
import { phraseText, wrap } from '@steelyard/text'
import type { Table } from '../content/document.ts'
import type { ReportDocument, SectionPart, SuitePart } from '../content/report-document.ts'
import type { Timers } from '../content/tables/agreement.ts'
import { printContenders } from './print-contenders.ts'
import { printFigures } from './print-figures.ts'
import { printList } from './print-list.ts'
import { printSummary } from './print-summary.ts'
import { printTable } from './print-table.ts'

/** Returns a report for a terminal, in which the end is what one sees: what is to be done, and a summary of many suites. */
export function printDocument(document: ReportDocument, style: TerminalStyle): string {
  const { foreign, suites, summary, agreement, evidence } = document
  const parts = [
    foreign === null ? [] : wrap(foreign, style),
    ...suites.flatMap(suite => suiteParts(suite, style)),
    agreement === null ? [] : wrap(agreement, style),
    printList(document.attribution, style),
    printList(document.builds, style),
    printList(document.rebuild, style),
    printList(document.timers, style),
    printList(document.unmeasured, style),
    printList(document.notices, style),
    evidence === null ? [] : wrap([`${evidence.about} ${evidence.command}`], style, { rest: 2 }),
    summary === null ? [] : printSummary(summary, style),
  ]
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

function suiteParts({ suite, sections, starts, note }: SuitePart, style: TerminalStyle): string[][] {
  return [
    wrap([{ text: suite.name, role: 'title' }, `: ${suite.question}`], style),
    ...sections.flatMap(section =>
      section.timers === null
        ? sectionParts(section, style)
        : timersParts(section.params, section.timers, style),
    ),
    starts === null ? [] : printFigures(starts, style),
    note === null ? [] : wrap([{ text: note, role: 'quiet' }], style),
  ]
}

function sectionParts(section: SectionPart, style: TerminalStyle): string[][] {
  const { params, headlines, nothing, across, contenders, notes, matrices, figures } = section
  return [
    [
      ...printParams(params, style),
      ...headlines.flatMap(headline => wrap(headline, style, { first: '  ', rest: 4 })),
    ],
    nothing === null ? [] : [nothing],
    ...(across === null ? [] : printContenders(across, style)),
    ...printContenders(contenders, style),
    ...notes.map(note => wrap(note, style, { rest: 2 })),
    ...matrices.map(matrix => matrixPart(matrix, style)),
    ...figures.map(each => printFigures(each, style)),
  ]
}

function matrixPart(matrix: Table, style: TerminalStyle): string[] {
  const targets = matrix.headings.slice(1).map(({ text }) => phraseText(text))
  const lines = printTable(matrix, style, ([label = '', ...ratios]) => [
    label,
    ...ratios.flatMap((ratio, index) => (ratio === '' ? [] : [`${targets[index]} ${ratio}`])),
  ])
  return [...wrap(matrix.title, style), ...lines]
}

/** The timers side by side, a table for each target, and below why they can differ. */
function timersParts(params: string, { tables, differences }: Timers, style: TerminalStyle): string[][] {
  return [
    printParams(params, style),
    ...tables.map(table => [
      ...wrap(table.title, style),
      ...printTable(table, style, ([label = '', timer = '', ...values]) => [
        `${label}, ${timer}`,
        values.filter(value => value !== '').join('  '),
      ]),
    ]),
    printList(differences, style),
  ]
}

function printParams(params: string, style: TerminalStyle): string[] {
  return params === '' ? [] : wrap([params], style)
}
