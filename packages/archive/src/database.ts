import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type TableColumn, tables } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { identifier, text } from './duckdb.ts'

type Column = Pick<TableColumn<never>, 'name'> & { readonly type: string }

/** Raised when the same columns are filled in another way. */
const LAYOUT = 4

/** Every row holds the path of its file. */
export const PATH: Column = { name: 'path', type: 'VARCHAR' }

/** One row per file that was read: its record, or why it holds none. */
const FILES: { readonly name: string; readonly columns: readonly Column[] } = {
  name: 'files',
  columns: [
    { name: 'size_bytes', type: 'DOUBLE' },
    { name: 'modified_ms', type: 'DOUBLE' },
    { name: 'record', type: 'VARCHAR' },
    { name: 'status', type: 'VARCHAR' },
    { name: 'fault', type: 'VARCHAR' },
    { name: 'is_other', type: 'BOOLEAN' },
  ],
}

export const archivedTables: readonly (typeof FILES)[] = [FILES, ...tables]

/** Another set of columns is kept in another file. */
export function databaseName(): string {
  const columns = tables.map(table => [table.name, table.columns.map(({ name, type }) => [name, type])])
  const hash = createHash('sha256')
    .update(JSON.stringify([LAYOUT, columns]))
    .digest('hex')
  return `layout-${hash.slice(0, 12)}.duckdb`
}

/** Attaches the archive. Where DuckDB cannot open it, an empty one takes its place: its rows can be read again. */
export async function openDatabase(connection: DuckDBConnection, file: string): Promise<void> {
  try {
    await attach(connection, file).catch(async () => {
      for (const each of [file, `${file}.wal`]) await rm(each, { force: true, recursive: true })
      await attach(connection, file)
    })
  } catch (cause) {
    throw new ArchiveError(
      `Cannot keep the rows of records in ${file}: ${(cause as Error).message.split('\n')[0]}. Set XDG_CACHE_HOME to another folder.`,
      { cause },
    )
  }
}

async function attach(connection: DuckDBConnection, file: string): Promise<void> {
  await connection.run(`ATTACH ${text(file)} AS archive`)
  for (const { name, columns } of archivedTables) {
    const types = [PATH, ...columns].map(column => `${identifier(column.name)} ${column.type}`)
    await connection.run(`CREATE TABLE IF NOT EXISTS archive.${identifier(name)} (${types.join(', ')})`)
  }
}
