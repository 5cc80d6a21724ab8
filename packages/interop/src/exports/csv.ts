import { csvLine, type RunRecord, SAMPLE_COLUMNS, sampleRows } from '@steelyard/record'

/** Comma-separated values by RFC 4180, in long form: a row for each sample, also of what did not end well. */
export function* csv(records: readonly RunRecord[]): Iterable<string> {
  const names = SAMPLE_COLUMNS.map(({ name }) => name)
  yield `${csvLine(names)}\r\n`
  for (const record of records) {
    for (const row of sampleRows(record)) yield `${csvLine(names.map(name => row[name]))}\r\n`
  }
}
