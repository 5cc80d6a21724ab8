import { csvLine, type RunRecord, SAMPLE_COLUMNS, sampleRows } from '@steelyard/record'

/** Comma-separated values by RFC 4180, in long form: a row for each sample, also of what did not end well. */
export function* csv(records: readonly RunRecord[]): Iterable<string> {
  yield line(SAMPLE_COLUMNS.map(({ name }) => name))
  for (const record of records) {
    for (const row of sampleRows(record)) yield line(SAMPLE_COLUMNS.map(({ name }) => row[name]))
  }
}

function line(fields: readonly unknown[]): string {
  return `${csvLine(fields)}\r\n`
}
