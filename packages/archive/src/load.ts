import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { NoRecordError, type RunRecord, readRecord, tables } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { identifier, text } from './duckdb.ts'
import type { FoundFile } from './find-files.ts'

export type Progress = (read: number, all: number) => void

/** A file that is no record, or holds one that another file holds too. */
export interface Skipped {
  readonly file: string
  readonly reason: string
  /** Whether it holds something else, and lies in a named folder by chance. */
  readonly isOther: boolean
}

/** The records whose rows were loaded, and the files that were left out. */
export interface Loaded {
  readonly records: number
  readonly skipped: readonly Skipped[]
}

/** Bytes of files in one transaction: large enough for DuckDB's speed, small enough for memory. */
const TRANSACTION_BYTES = 16 * 2 ** 20
/** A row holds the samples of one window. */
const LARGEST_ROW_BYTES = 32 * 2 ** 20

interface Found {
  readonly file: FoundFile
  readonly record: RunRecord
}

/**
 * Makes the tables, and fills them with the rows of files: each record once, a complete one before a partial one.
 *
 * @param scratch a folder for what is loaded
 * @throws ArchiveError where the disk does not take the rows
 */
export async function loadRecords(
  connection: DuckDBConnection,
  scratch: string,
  files: readonly FoundFile[],
  onProgress: Progress,
): Promise<Loaded> {
  for (const { name, columns } of tables) {
    const types = columns.map(column => `${identifier(column.name)} ${column.type}`)
    await connection.run(`CREATE TABLE ${identifier(name)} (${types.join(', ')})`)
  }
  const skipped: Skipped[] = []
  const kept = new Map<string, string>()
  const partial: FoundFile[] = []
  let batch: Found[] = []
  const flush = async () => {
    for (const each of await insertEach(connection, scratch, batch)) {
      skipped.push(each)
      kept.delete(batch.find(({ file }) => file.path === each.file)?.record.id ?? '')
    }
    batch = []
  }
  const take = async (found: Found) => {
    const { path } = found.file
    const other = kept.get(found.record.id)
    if (other !== undefined) {
      skipped.push({ file: path, reason: `${path} holds the same record as ${other}.`, isOther: false })
      return
    }
    kept.set(found.record.id, path)
    batch.push(found)
    if (batch.reduce((sum, { file }) => sum + file.sizeBytes, 0) > TRANSACTION_BYTES) await flush()
  }
  for (const [index, file] of files.entries()) {
    const record = await readRecord(file.path).catch((error: Error) => error)
    onProgress(index + 1, files.length)
    if (record instanceof Error) {
      const isOther = record instanceof NoRecordError && !file.isNamed
      skipped.push({ file: file.path, reason: record.message, isOther })
    } else if (record.status === 'complete') await take({ file, record })
    else partial.push(file)
  }
  for (const file of partial) await take({ file, record: await readRecord(file.path) })
  await flush()
  return { records: kept.size, skipped }
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
      const rows = records.flatMap(rowsOf)
      await writeFile(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
      const types = columns.map(column => `${identifier(column.name)}: ${text(column.type)}`).join(', ')
      await connection.run(
        `INSERT INTO ${identifier(name)} BY NAME SELECT * FROM read_json(${text(file)}, format = 'newline_delimited', maximum_object_size = ${LARGEST_ROW_BYTES}, columns = {${types}})`,
      )
      await rm(file)
    }
    await connection.run('COMMIT')
    return null
  } catch (error) {
    await connection.run('ROLLBACK')
    const { message, code } = error as NodeJS.ErrnoException
    const [line = ''] = message.split('\n')
    if (code === undefined && !/^(?:IO|Permission) Error/.test(message)) return line
    throw new ArchiveError(
      `Cannot load the rows of records: ${line}. Make room in the temporary folder, or set TMPDIR to another.`,
      { cause: error },
    )
  }
}

function rowFault(path: string, fault: string): string {
  const line = fault.replaceAll(/"[^"]*\/([^"/]*)"/g, '"$1"').replace(/\.$/, '')
  return `Cannot read ${path}: its rows do not fit the tables (${line}). Restore the file, or run its command again.`
}
