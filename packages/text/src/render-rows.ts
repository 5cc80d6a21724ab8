import { firstCharacters } from '@steelyard/harness/first-characters'
import type { TerminalStyle } from './colorize.ts'
import { sanitize } from './sanitize.ts'
import { cell, tableLines } from './table.ts'

const DIGITS = 6
const WIDEST_FIELD = 60

/** Returns rows of anything as a table; numbers are rounded to six digits, long texts are cut. */
export function renderRows(
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
  style: TerminalStyle,
): string {
  const columns = headings.map((heading, index) => ({
    heading: sanitize(heading),
    cells: rows.map(row => cell(fieldText(row[index]))),
  }))
  return tableLines(columns, style).join('\n')
}

function fieldText(field: unknown): string {
  if (field === null || field === undefined) return ''
  if (typeof field === 'number')
    return String(Number.isInteger(field) ? field : Number(field.toPrecision(DIGITS)))
  const text = sanitize(typeof field === 'object' ? JSON.stringify(field) : String(field))
  return text.length <= WIDEST_FIELD ? text : `${firstCharacters(text, WIDEST_FIELD - 1)}…`
}
