import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { NoRecordError, readRecord, tables } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { archivedTables, PATH } from './database.ts'
import { identifier, text } from './duckdb.ts'
import type { FoundFile } from './find-files.ts'

export type Progress = (read: number, all: number) => void

/** Lines of JSON in one transaction: large enough for DuckDB's speed, small enough for its memory. */
const TRANSACTION_BYTES = 64 * 2 ** 20
/** A row holds the samples of one window. */
const LARGEST_ROW_BYTES = 32 * 2 ** 20

/**
 * Reads files and replaces their rows. Where DuckDB refuses the rows of several files, each is tried alone, so that only
 * the one at fault is skipped.
 *
 * @throws ArchiveError where the disk does not take the rows
 */
export async function readInto(
  connection: DuckDBConnection,
  scratch: string,
  files: readonly FoundFile[],
  onProgress: Progress,
): Promise<void> {
  for (let done = 0; done < files.length; ) {
    const taken = await readSome(connection, scratch, files.slice(done), read =>
      onProgress(done + read, files.length),
    )
    done += taken
  }
}

/** Reads as many files as fit into one transaction, and returns how many. */
async function readSome(
  connection: DuckDBConnection,
  scratch: string,
  files: readonly FoundFile[],
  onProgress: (read: number) => void,
): Promise<number> {
  const lines = new LineFiles(scratch)
  let taken = 0
  try {
    while (taken < files.length && lines.bytes < TRANSACTION_BYTES) {
      await addFile(lines, files[taken] as FoundFile)
      onProgress(++taken)
    }
  } finally {
    lines.close()
  }
  const some = files.slice(0, taken)
  const fault = await insert(connection, lines, some)
  if (fault === null) return taken
  if (taken > 1) {
    for (const file of some) await readSome(connection, scratch, [file], () => {})
    return taken
  }
  const empty = new LineFiles(scratch)
  for (const file of some) addFault(empty, file, rowFault(file.path, fault), false)
  empty.close()
  await insert(connection, empty, some)
  return taken
}

async function addFile(lines: LineFiles, file: FoundFile): Promise<void> {
  const record = await readRecord(file.path).catch((error: Error) => error)
  if (record instanceof Error) {
    return addFault(lines, file, record.message, record instanceof NoRecordError)
  }
  const { id, status } = record
  try {
    const rows = tables.map(({ name, rowsOf }) => [name, rowsOf(record)] as const)
    for (const [name, each] of rows) lines.add(name, file, each)
  } catch (error) {
    if (isOfDisk(error)) throw diskFault(error)
    return addFault(lines, file, rowFault(file.path, (error as Error).message), false)
  }
  lines.add('files', file, [{ ...factsOf(file), record: id, status, is_other: false }])
}

function addFault(lines: LineFiles, file: FoundFile, fault: string, isOther: boolean): void {
  lines.add('files', file, [{ ...factsOf(file), fault, is_other: isOther }])
}

function factsOf({ sizeBytes, modifiedMs }: FoundFile) {
  return { size_bytes: sizeBytes, modified_ms: modifiedMs }
}

/** Returns why DuckDB refuses the rows; null where it took them. */
async function insert(
  connection: DuckDBConnection,
  lines: LineFiles,
  files: readonly FoundFile[],
): Promise<string | null> {
  const paths = files.map(({ path }) => text(path)).join(', ')
  await connection.run('BEGIN')
  try {
    for (const { name, columns } of archivedTables) {
      const types = [PATH, ...columns]
        .map(column => `${identifier(column.name)}: ${text(column.type)}`)
        .join(', ')
      await connection.run(`DELETE FROM archive.${identifier(name)} WHERE path IN (${paths})`)
      await connection.run(
        `INSERT INTO archive.${identifier(name)} BY NAME SELECT * FROM read_json(${text(lines.file(name))}, format = 'newline_delimited', maximum_object_size = ${LARGEST_ROW_BYTES}, columns = {${types}})`,
      )
    }
    await connection.run('COMMIT')
    return null
  } catch (error) {
    await connection.run('ROLLBACK')
    if (isOfDisk(error)) throw diskFault(error)
    return firstLine(error)
  }
}

function isOfDisk(error: unknown): boolean {
  const { message, code } = error as NodeJS.ErrnoException
  return code !== undefined || /^(?:IO|Permission) Error/.test(message)
}

function diskFault(cause: unknown): ArchiveError {
  return new ArchiveError(
    `Cannot keep the rows of records: ${firstLine(cause)}. Make room there, or set XDG_CACHE_HOME to another folder.`,
    { cause },
  )
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? ''
}

function rowFault(path: string, fault: string): string {
  const line = fault.replaceAll(/"[^"]*\/([^"/]*)"/g, '"$1"').replace(/\.$/, '')
  return `Cannot read ${path}: its rows do not fit the tables (${line}). Restore the file, or run its command again.`
}

/** The rows of one transaction as lines of JSON, one file for each table. */
class LineFiles {
  bytes = 0
  readonly #scratch: string
  readonly #files: ReadonlyMap<string, number>

  constructor(scratch: string) {
    this.#scratch = scratch
    this.#files = new Map(archivedTables.map(({ name }) => [name, openSync(this.file(name), 'w')]))
  }

  file(name: string): string {
    return join(this.#scratch, `${name}.ndjson`)
  }

  add(name: string, { path }: FoundFile, rows: readonly object[]): void {
    const text = rows.map(row => `${JSON.stringify({ path, ...row })}\n`).join('')
    this.bytes += writeSync(this.#files.get(name) ?? -1, text)
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file)
  }
}
