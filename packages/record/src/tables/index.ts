import { comparisonTable } from './comparison-table.ts'
import { launchTable, timingTable } from './launch-table.ts'
import { recordTable } from './record-table.ts'
import { resultTable } from './result-table.ts'
import type { Table } from './table.ts'
import { targetTable } from './target-table.ts'

export { csvLine } from './csv-line.ts'
export type { Row, Table, TableColumn } from './table.ts'

/** Everything that records hold in rows, for SQL and for every export that has columns. */
export const tables: readonly Table[] = [
  recordTable,
  targetTable,
  resultTable,
  comparisonTable,
  launchTable,
  timingTable,
]
