import type { DuckDBConnection, DuckDBDataChunk, JS, ToDuckDBValueConverter } from '@duckdb/node-api'
import { type RunRecord, type Table, tables } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { identifier, loadDuckDb, text } from './duckdb.ts'
import { type Found, type Loaded, type Progress, readRecords, type Skipped } from './read-records.ts'

/** Rows that DuckDB is given at once: one holds the samples of a window. */
const ROWS = 512

/** Makes and fills the tables. ArchiveError for a name that is no file or folder, or where neither memory nor disk has room. */
export async function loadRecords(
  connection: DuckDBConnection,
  names: readonly string[],
  onProgress: Progress,
): Promise<Loaded> {
  for (const { name, columns } of tables) {
    const types = columns.map(column => `${identifier(column.name)} ${column.type}`)
    await connection.run(`CREATE TABLE ${identifier(name)} (${types.join(', ')})`)
  }
  const refused: Skipped[] = []
  const take = async ({ file: { path }, record }: Found) => {
    const fault = await insert(connection, record)
    if (fault === null) return
    const reason = `Cannot read ${path}: its rows do not fit the tables (${fault}). Restore the file, or run its command again.`
    refused.push({ file: path, reason, isOther: false })
  }
  const { records, skipped } = await readRecords(names, take, onProgress)
  return { records: records - refused.length, skipped: [...skipped, ...refused] }
}

/** Returns why the rows do not fit; null where they do. A transaction would hold them in memory twice. */
async function insert(connection: DuckDBConnection, record: RunRecord): Promise<string | null> {
  for (const table of tables) {
    const fault = await append(connection, table, record).catch((cause: Error) => {
      const [line = ''] = cause.message.split('\n')
      throw new ArchiveError(
        `Cannot load the rows of records: ${line.replace(/\.$/, '')}. Make room in the temporary folder, set TMPDIR to another, or name fewer records.`,
        { cause },
      )
    })
    if (fault === null) continue
    for (const { name } of tables) {
      await connection.run(`DELETE FROM ${identifier(name)} WHERE record = ${text(record.id)}`)
    }
    return fault
  }
  return null
}

async function append(
  connection: DuckDBConnection,
  { name, columns, rowsOf }: Table,
  record: RunRecord,
): Promise<string | null> {
  const { DuckDBDataChunkWriter, DuckDBTypeId, JSToDuckDBValueConverter, listValue } = await loadDuckDb()
  const converter: ToDuckDBValueConverter<JS> = (value, type, inner) => {
    if (Array.isArray(value)) return listValue(value as readonly (number | boolean | null)[])
    // DuckDB's own message leaves the value out.
    if (type.typeId === DuckDBTypeId.INTEGER && value !== null && Number(value) !== (Number(value) | 0))
      throw new RangeError(`${value} is no ${type}`)
    return JSToDuckDBValueConverter(value, type, inner)
  }
  const appender = await connection.createAppender(name)
  const types = columns.map((_, index) => appender.columnType(index))
  const sink = (chunk: DuckDBDataChunk) => {
    appender.appendDataChunk(chunk)
    // What it holds back counts for no memory limit.
    appender.flushSync()
  }
  const writer = new DuckDBDataChunkWriter<JS>(types, sink, { converter, rowsPerDataChunk: ROWS })
  try {
    for (const row of rowsOf(record)) writer.appendRow(columns.map(column => row[column.name] as JS))
    writer.flush()
  } catch (error) {
    appender.clear()
    // Only where a value was not converted has the error a cause.
    const { cause } = error as Error
    if (cause instanceof Error) return cause.message
    throw error
  }
  appender.closeSync()
  return null
}
