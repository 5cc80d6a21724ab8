import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { inPieces, type RunRecord, type Table, tables } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { identifier, text } from './duckdb.ts'
import { type Found, type Loaded, type Progress, readRecords, type Skipped } from './read-records.ts'

/** Bytes of files in one transaction: large enough for DuckDB's speed, small enough for memory. */
const TRANSACTION_BYTES = 16 * 2 ** 20
/** A row holds the samples of one window. */
const LARGEST_ROW_BYTES = 8 * 2 ** 20

/**
 * Makes the tables, and fills them with the rows of the records of files and folders.
 *
 * @param scratch a folder for what is loaded
 * @throws ArchiveError for a name that is neither, or where the disk does not take the rows
 */
export async function loadRecords(
  connection: DuckDBConnection,
  scratch: string,
  names: readonly string[],
  onProgress: Progress,
): Promise<Loaded> {
  for (const { name, columns } of tables) {
    const types = columns.map(column => `${identifier(column.name)} ${column.type}`)
    await connection.run(`CREATE TABLE ${identifier(name)} (${types.join(', ')})`)
  }
  const refused: Skipped[] = []
  let batch: Found[] = []
  const flush = async () => {
    refused.push(...(await insertEach(connection, scratch, batch)))
    batch = []
  }
  const take = async (found: Found) => {
    batch.push(found)
    if (batch.reduce((sum, { file }) => sum + file.sizeBytes, 0) > TRANSACTION_BYTES) await flush()
  }
  const { records, skipped } = await readRecords(names, take, onProgress)
  await flush()
  return { records: records - refused.length, skipped: [...skipped, ...refused] }
}

/** Where DuckDB refuses the rows of several records, each is tried alone, so that only the one at fault is skipped. */
async function insertEach(
  connection: DuckDBConnection,
  scratch: string,
  batch: readonly Found[],
): Promise<Skipped[]> {
  const fault = await insert(
    connection,
    scratch,
    batch.map(({ record }) => record),
  )
  const [first, ...others] = batch
  if (fault === null || first === undefined) return []
  if (others.length === 0) {
    const { path } = first.file
    return [{ file: path, reason: rowFault(path, fault), isOther: false }]
  }
  const skipped: Skipped[] = []
  for (const one of batch) skipped.push(...(await insertEach(connection, scratch, [one])))
  return skipped
}

/** Returns why DuckDB refuses the rows; null where it took them. */
async function insert(
  connection: DuckDBConnection,
  scratch: string,
  records: readonly RunRecord[],
): Promise<string | null> {
  await connection.run('BEGIN')
  try {
    for (const { name, columns, rowsOf } of tables) {
      const file = join(scratch, 'rows.ndjson')
      const types = columns.map(column => `${identifier(column.name)}: ${text(column.type)}`).join(', ')
      for (const rows of inFiles(linesOf(records, rowsOf))) {
        await writeFile(file, inPieces(rows))
        await connection.run(
          `INSERT INTO ${identifier(name)} BY NAME SELECT * FROM read_json(${text(file)}, format = 'newline_delimited', maximum_object_size = ${LARGEST_ROW_BYTES}, columns = {${types}})`,
        )
        await rm(file)
      }
    }
    await connection.run('COMMIT')
    return null
  } catch (error) {
    await connection.run('ROLLBACK')
    const { message, code } = error as NodeJS.ErrnoException
    const [line = ''] = message.split('\n')
    if (code === undefined && !/^(?:IO|Permission|Out of Memory) Error/.test(message)) return line
    const advice = message.startsWith('Out of Memory')
      ? 'Name fewer records after the query.'
      : 'Make room in the temporary folder, or set TMPDIR to another.'
    throw new ArchiveError(`Cannot load the rows of records: ${line}. ${advice}`, { cause: error })
  }
}

/** Splits rows into files of limited size: DuckDB reads thousands of rows of a file at once, whatever its memory limit. */
function* inFiles(lines: Iterable<string>): Generator<string[]> {
  let rows: string[] = []
  let length = 0
  for (const line of lines) {
    rows.push(line)
    length += line.length
    if (length < TRANSACTION_BYTES) continue
    yield rows
    rows = []
    length = 0
  }
  if (rows.length > 0) yield rows
}

function* linesOf(records: readonly RunRecord[], rowsOf: Table['rowsOf']): Generator<string> {
  for (const record of records) for (const row of rowsOf(record)) yield `${JSON.stringify(row)}\n`
}

function rowFault(path: string, fault: string): string {
  const line = fault.replaceAll(/"[^"]*\/([^"/]*)"/g, '"$1"').replace(/\.$/, '')
  return `Cannot read ${path}: its rows do not fit the tables (${line}). Restore the file, or run its command again.`
}
