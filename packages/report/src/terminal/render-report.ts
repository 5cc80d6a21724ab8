import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { wrap } from '@steelyard/text'
import { mainAxis } from '../content/axis.ts'
import { blocksOf } from '../content/block.ts'
import { allFigures } from '../content/figures/all-figures.ts'
import { startsByParams } from '../content/figures/start-figures.ts'
import { answersOf } from '../content/headline.ts'
import { matricesOf } from '../content/matrix.ts'
import { contendedNote, controlNote, eventsNote, scaleNote, tailNote } from '../content/note.ts'
import { reportDocument } from '../content/report-document.ts'
import { paramsText, type Section, sectionsOf } from '../content/section.ts'
import { hasSummary, summariesOf } from '../content/summary.ts'
import { printList } from './print-list.ts'
import { renderAgreement } from './render-agreement.ts'
import { renderBlocks } from './render-blocks.ts'
import { renderFigures } from './render-figures.ts'
import { renderMatrix } from './render-matrix.ts'
import { renderSummary } from './render-summary.ts'

/**
 * Returns the report of a run for a terminal: for each suite its question, the answer, the tables; then what
 * was not measured and what to try next, and of several suites a summary. No line is wider than `look.width` (at least 20).
 */
export function renderReport(record: RunRecord, style: TerminalStyle): string {
  const document = reportDocument(record, style)
  const { record: safe, foreign, agreement, evidence } = document
  const bySuite = Map.groupBy(sectionsOf(safe), section => section.suite.name)
  const parts = [
    foreign === null ? [] : wrap(foreign, style),
    ...Array.from(bySuite.values()).flatMap(sections => suiteParts(sections, safe, style)),
    agreement === null ? [] : wrap(agreement, style),
    printList(document.attribution, style),
    printList(document.rebuild, style),
    printList(document.timers, style),
    printList(document.unmeasured, style),
    printList(document.notices, style),
    evidence === null ? [] : wrap([`${evidence.about} ${evidence.command}`], style, { rest: 2 }),
    hasSummary(safe) ? renderSummary(summariesOf(safe), style) : [],
  ]
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

function suiteParts(sections: readonly Section[], record: RunRecord, style: TerminalStyle): string[][] {
  const suite = sections[0]?.suite
  const title =
    suite === undefined ? [] : wrap([{ text: suite.name, role: 'title' }, `: ${suite.question}`], style)
  const note = scaleNote(sections)
  const renderSection = record.agreements === undefined ? sectionParts : renderAgreement
  const parts = sections.flatMap(section => renderSection(section, record, style))
  const together = startsByParams(sections, style)
  if (together !== null) parts.push(renderFigures(together, style))
  return [title, ...parts, note === null ? [] : wrap([{ text: note, role: 'quiet' }], style)]
}

function sectionParts(section: Section, record: RunRecord, style: TerminalStyle): string[][] {
  const axis = mainAxis(section)
  const blocks = blocksOf(section, axis)
  const notes = [
    tailNote(section, style),
    contendedNote(section, style),
    controlNote(section, style),
    eventsNote(section),
  ].filter(note => note !== null)
  return [
    answerPart(section, style),
    ...(blocks.length === 0
      ? [['Nothing was measured.']]
      : renderBlocks(blocks, axis, section, record.targets, style)),
    ...notes.map(note => wrap(note, style, { rest: 2 })),
    ...matricesOf(section, axis === 'cases' ? 'targets' : 'cases').map(matrix => renderMatrix(matrix, style)),
    ...allFigures(section, style).map(figures => renderFigures(figures, style)),
  ]
}

function answerPart(section: Section, style: TerminalStyle): string[] {
  const params = paramsText(section.params)
  return [
    ...(params === '' ? [] : wrap([params], style)),
    ...answersOf(section, style).flatMap(answer => wrap(answer, style, { first: '  ', rest: 4 })),
  ]
}
