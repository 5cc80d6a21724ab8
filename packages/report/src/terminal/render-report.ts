import type { RunRecord } from '@steelyard/record'
import { type TerminalStyle, wrap } from '@steelyard/text'
import { closingBlocks, reportDocument, suiteBlocks } from '../content/report-document.ts'
import { printAnswer } from './print-answer.ts'
import { joinedParts, printBlocks } from './print-blocks.ts'

/**
 * Returns every number of a run for a terminal: for each suite its answer and tables; then what was not measured and what to
 * try next, and of several suites a summary. No line is wider than `style.width` (at least 20).
 */
export function renderReport(record: RunRecord, style: TerminalStyle): string {
  const document = reportDocument(record)
  const { answer, suites, summary } = document
  return joinedParts([
    answer.foreign === null ? [] : wrap(answer.foreign, style),
    ...suites.flatMap(suite => [
      ...printAnswer(suite.answer, document.record, style, 'numbers'),
      ...printBlocks(suiteBlocks(suite), style),
    ]),
    ...printBlocks([...closingBlocks(document), summary ?? []], style),
  ])
}
