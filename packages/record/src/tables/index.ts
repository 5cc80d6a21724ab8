import { comparisonTable } from './comparison-table.ts'
import { launchTable, timingTable } from './launch-table.ts'
import { recordTable } from './record-table.ts'
import { resultTable } from './result-table.ts'
import { importedTable } from './sample-rows.ts'
import type { Table } from './table.ts'
import { targetTable } from './target-table.ts'

export type { Row, Table, TableColumn } from './table.ts'

/** Everything that records hold in rows, for SQL and for every export that has columns. */
export const tables: readonly Table[] = [
  recordTable,
  targetTable,
  resultTable,
  comparisonTable,
  launchTable,
  timingTable,
  importedTable,
]

/**
 * Returns fields as a line of CSV by RFC 4180, without its end: text with a comma, a quote or a line break in quotes, null
 * as nothing, anything nested as JSON.
 */
export function csvLine(fields: readonly unknown[]): string {
  return fields.map(fieldText).join(',')
}

function fieldText(field: unknown): string {
  if (field === null || field === undefined) return ''
  const text = typeof field === 'object' ? JSON.stringify(field) : String(field)
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
