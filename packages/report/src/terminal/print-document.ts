import type { TerminalStyle } from '@steelyard/text'
import { wrap } from '@steelyard/text'
import type { ReportDocument, SectionPart, SuitePart } from '../content/report-document.ts'
import { joinedParts, printAnswer } from './print-answer.ts'
import { printContenders } from './print-contenders.ts'
import { printFigures } from './print-figures.ts'
import { printList } from './print-list.ts'
import { printSummary } from './print-summary.ts'
import { printParams, printTimers } from './print-timers.ts'

/** Returns every number of a report for a terminal, the answers first and what is to be done last. */
export function printDocument(document: ReportDocument, style: TerminalStyle): string {
  const { answer, suites, summary, agreement, evidence } = document
  const parts = [
    answer.foreign === null ? [] : wrap(answer.foreign, style),
    ...suites.flatMap(suite => suiteParts(suite, document, style)),
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
  return joinedParts(parts)
}

function suiteParts(
  { answer, sections, starts, note }: SuitePart,
  document: ReportDocument,
  style: TerminalStyle,
): string[][] {
  return [
    ...printAnswer(answer, document.record, style, 'numbers'),
    ...sections.flatMap(section =>
      section.timers === null
        ? sectionParts(section, style)
        : printTimers(section.params, section.timers, style),
    ),
    starts === null ? [] : printFigures(starts, style),
    note === null ? [] : wrap([{ text: note, role: 'quiet' }], style),
  ]
}

function sectionParts(
  { params, nothing, contenders, notes, figures }: SectionPart,
  style: TerminalStyle,
): string[][] {
  return [
    printParams(params, style),
    nothing === null ? [] : [nothing],
    ...printContenders(contenders, style),
    ...notes.map(note => wrap(note, style, { rest: 2 })),
    ...figures.map(each => printFigures(each, style)),
  ]
}
