import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { tables } from '@steelyard/record'
import type { Selection } from './archive.ts'
import { parquetName } from './chunk.ts'
import { identifier, lockDown, text, withDuckDb } from './duckdb.ts'
import { withPrivateCopy } from './private-copy.ts'
import { sampleView } from './sample-view.ts'

/**
 * Does something with a database that holds the tables of a selection. No query makes it read or write
 * anything but its own folder, which is removed afterwards.
 *
 * @param use gets that folder too
 * @throws ArchiveError where there is no room for the folder
 */
export function withPrivateDatabase<T>(
  selection: Selection,
  use: (connection: DuckDBConnection, folder: string) => Promise<T>,
): Promise<T> {
  return withPrivateCopy(selection, async copy => {
    const spill = join(copy.folder, 'spill')
    await mkdir(spill)
    return withDuckDb(spill, async connection => {
      await connection.run('SET preserve_insertion_order = true')
      await makeTables(connection, copy)
      await lockDown(connection, copy.folder)
      return use(connection, copy.folder)
    })
  })
}

async function makeTables(
  connection: DuckDBConnection,
  { folder, chunks, entries }: Selection,
): Promise<void> {
  await connection.run('CREATE SCHEMA archive')
  await connection.run('CREATE TABLE archive.selected (entry VARCHAR)')
  if (entries.length > 0) {
    await connection.run(
      `INSERT INTO archive.selected VALUES ${entries.map(entry => `(${text(entry)})`).join(', ')}`,
    )
  }
  for (const table of tables) {
    const files = chunks.map(chunk => text(join(folder, chunk, parquetName(table))))
    const empty = table.columns.map(({ name, type }) => `NULL::${type} AS ${identifier(name)}`).join(', ')
    const source =
      files.length === 0
        ? `SELECT ${empty} WHERE false`
        : `SELECT * EXCLUDE (entry) FROM read_parquet([${files.join(', ')}]) SEMI JOIN archive.selected USING (entry)`
    await connection.run(`CREATE VIEW ${identifier(table.name)} AS ${source}`)
  }
  await connection.run(sampleView())
}
