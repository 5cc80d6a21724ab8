import type { RunRecord } from '@steelyard/record'
import { phraseText, type TerminalStyle, wrap } from '@steelyard/text'
import { fullReportText } from '../content/evidence/command-text.ts'
import type { Answer } from '../content/matrix/answer.ts'
import { controlNote } from '../content/note.ts'
import {
  type ReportDocument,
  reportDocument,
  type SectionPart,
  type SuitePart,
  sectionBlocks,
} from '../content/report-document.ts'
import { printAnswer } from './print-answer.ts'
import { joinedParts, printBlocks } from './print-blocks.ts'
import { INDENT, printTable } from './print-table.ts'

/** Wider lines are harder to read, and pasted into an issue they wrap. */
const WIDEST = 96
/** More suites than these are shown as a summary. */
const MOST_WHOLE = 2
/** Most lines of a table of figures. */
const MOST_LINES = 16

/**
 * Returns the answer of a run on one screen: for each suite its question, a sentence for each finding and the matrices; then
 * what options asked for, a line about the machine, and what to do next. No line is wider than `terminal.width` (at least
 * 40), nor than 96 columns.
 */
export function renderAnswer(record: RunRecord, terminal: TerminalStyle): string {
  const style = { ...terminal, width: Math.min(WIDEST, terminal.width) }
  const document = reportDocument(record)
  const { answer, suites, summary } = document
  const shown = suites.flatMap(suite => suiteParts(suite, document.record, style))
  return joinedParts([
    answer.foreign === null ? [] : wrap(answer.foreign, style),
    ...(summary !== null && suites.length > MOST_WHOLE ? [printTable(summary, style)] : shown),
    ...askedParts(document, style),
    [
      ...machineLines(answer, style),
      ...answer.next.flatMap(step => wrap(step, style, { first: INDENT, rest: 4 })),
    ],
  ])
}

/** Where nothing was compared the times are what there is. */
function suiteParts({ answer, sections }: SuitePart, record: RunRecord, style: TerminalStyle): string[][] {
  const times = sections.flatMap(({ table, nothing, timers }) =>
    timers !== null ? [] : nothing !== null ? [[nothing]] : [printTable(table, style)],
  )
  return [...printAnswer(answer, record, style, 'screen'), ...(answer.matrices.length > 0 ? [] : times)]
}

/** What an option asked for has no place in a matrix. */
function askedParts(document: ReportDocument, style: TerminalStyle): string[][] {
  const sections = document.suites.flatMap(suite => suite.sections)
  return [
    ...sections.flatMap(part => (part.timers === null ? [] : printBlocks(sectionBlocks(part), style))),
    ...(document.agreement === null ? [] : [wrap(document.agreement, style)]),
    ...figuresParts(sections, document.record, style),
    sections.flatMap(({ section }) => printBlocks([controlNote(section) ?? []], style).flat()),
    ...printBlocks([document.timers, document.attribution, document.rebuild], style),
  ]
}

/** Tables of a few rows; a longer one is named alone. */
function figuresParts(sections: readonly SectionPart[], record: RunRecord, style: TerminalStyle): string[][] {
  const printed = sections
    .flatMap(({ figures }) => figures)
    .filter(({ topic }) => topic !== 'server' && topic !== 'start')
    .map(({ table }) => ({ title: phraseText(table.title), lines: printTable(table, style) }))
  const long = new Set(printed.flatMap(({ title, lines }) => (lines.length > MOST_LINES ? [title] : [])))
  const rest = `${Array.from(long).join(', ')}: ${fullReportText(record)}`
  return [
    ...printed.flatMap(({ title, lines }) => (long.has(title) ? [] : [lines])),
    long.size === 0 ? [] : wrap([rest], style),
  ]
}

function machineLines({ machine, foreign }: Answer, style: TerminalStyle): string[] {
  if (foreign !== null) return []
  const { isNoisy, why, method } = machine
  const state = isNoisy ? ` noisy: ${why.join(', ')}.` : ' quiet.'
  return wrap([{ text: 'Machine', role: 'name' }, `${state} ${method.join(', ')}`], style, { rest: 2 })
}
