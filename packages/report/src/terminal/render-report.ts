import type { RunRecord } from '@steelyard/record'
import type { Phrase, TerminalStyle } from '@steelyard/text'
import { wrap } from '@steelyard/text'
import { agreementSummary, timersText } from '../content/agreement.ts'
import { mainAxis } from '../content/axis.ts'
import { blocksOf } from '../content/block.ts'
import { attributionPhrases } from '../content/evidence/attribution-text.ts'
import { evidenceCommandText } from '../content/evidence/command-text.ts'
import { rebuildPhrases } from '../content/evidence/rebuild-text.ts'
import { allFigures } from '../content/figures/all-figures.ts'
import { startsByParams } from '../content/figures/start-figures.ts'
import { foreignPhrase } from '../content/foreign.ts'
import { answersOf } from '../content/headline.ts'
import { matricesOf } from '../content/matrix.ts'
import { contendedNote, controlNote, eventsNote, scaleNote, tailNote } from '../content/note.ts'
import { noticesOf, unmeasuredOf } from '../content/notice.ts'
import { paramsText, type Section, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'
import { hasSummary, summariesOf } from '../content/summary.ts'
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
  const safe = shownRecord(record)
  const bySuite = Map.groupBy(sectionsOf(safe), section => section.suite.name)
  const foreign = foreignPhrase(safe)
  const parts = [
    foreign === null ? [] : wrap(foreign, style),
    ...Array.from(bySuite.values()).flatMap(sections => suiteParts(sections, safe, style)),
    safe.agreements === undefined ? [] : wrap(agreementSummary(safe), style),
    list('Which flag does it', attributionPhrases(safe, style), style),
    list('What rebuilding alone does', rebuildPhrases(safe, style), style),
    list('Timed by', timersText(safe), style),
    list('Failed or unsupported', unmeasuredOf(safe), style),
    list('Warnings, and what to try', noticesOf(safe), style),
    quickPart(safe, style),
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

function list(title: string, phrases: readonly Phrase[], style: TerminalStyle): string[] {
  if (phrases.length === 0) return []
  const items = phrases.flatMap(phrase => wrap(phrase, style, { first: '  - ' }))
  return [...wrap([{ text: title, role: 'title' }], style), ...items]
}

function quickPart(record: RunRecord, style: TerminalStyle): string[] {
  if (!record.comparisons.some(comparison => comparison.reason === 'quick')) return []
  return wrap([`A look is not evidence. For verdicts run: ${evidenceCommandText(record)}`], style, {
    rest: 2,
  })
}
