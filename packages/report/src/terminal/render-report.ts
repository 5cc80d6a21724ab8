import type { RunRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { reportDocument } from '../content/report-document.ts'
import { printDocument } from './print-document.ts'

/**
 * Returns the report of a run for a terminal: for each suite its question, the headlines, the tables; then what
 * was not measured and what to try next, and of several suites a summary. No line is wider than `style.width` (at least 20).
 */
export function renderReport(record: RunRecord, style: TerminalStyle): string {
  return printDocument(reportDocument(record, style), style)
}
