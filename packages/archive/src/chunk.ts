import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type RunRecord, type Table, tables } from '@steelyard/record'
import { identifier, text } from './duckdb.ts'

/** Rows hold lists of samples, so few of them make a group that is large enough, and many would not fit into memory. */
const ROW_GROUP_SIZE = 2048
/** A row holds the samples of one window. */
const LARGEST_ROW_BYTES = 32 * 2 ** 20

/** Collects the rows of records as lines of JSON, which DuckDB then makes Parquet of. */
export class ChunkWriter {
  readonly folder: string
  /** Of all that was added. */
  bytes = 0
  readonly #lines: Map<string, number>

  private constructor(folder: string) {
    this.folder = folder
    this.#lines = new Map(tables.map(({ name }) => [name, openSync(lineFile(folder, name), 'w')]))
  }

  /** @param folder where the chunk will be; until then a draft lies next to it */
  static async begin(folder: string): Promise<ChunkWriter> {
    await mkdir(draftOf(folder), { recursive: true })
    return new ChunkWriter(folder)
  }

  /**
   * Takes all rows of a record, or none where one of them cannot be made.
   *
   * @param entry by which the rows of this record are known
   */
  add(entry: string, record: RunRecord): void {
    const texts = tables.map(({ name, rowsOf }) => {
      const lines = rowsOf(record).map(row => `${JSON.stringify({ entry, ...row })}\n`)
      return [name, lines.join('')] as const
    })
    for (const [name, text] of texts) this.bytes += writeSync(this.#lines.get(name) ?? -1, text)
  }

  /** Moves the chunk to its folder. */
  async end(connection: DuckDBConnection): Promise<void> {
    this.#close()
    for (const table of tables) {
      const source = `read_json(${text(lineFile(this.folder, table.name))}, format = 'newline_delimited', maximum_object_size = ${LARGEST_ROW_BYTES}, columns = ${columnTypes(table)})`
      await writeParquet(connection, source, join(draftOf(this.folder), parquetName(table)))
      await rm(lineFile(this.folder, table.name))
    }
    await rename(draftOf(this.folder), this.folder)
  }

  /** Removes the draft. */
  async abandon(): Promise<void> {
    this.#close()
    await rm(draftOf(this.folder), { recursive: true, force: true })
  }

  #close(): void {
    for (const file of this.#lines.values()) closeSync(file)
    this.#lines.clear()
  }
}

/** Makes one chunk of several, of the entries that are still wanted. */
export async function mergeChunks(
  connection: DuckDBConnection,
  sources: readonly string[],
  entries: readonly string[],
  folder: string,
): Promise<void> {
  await mkdir(draftOf(folder), { recursive: true })
  for (const table of tables) {
    const source = `(FROM read_parquet([${sources.map(each => text(join(each, parquetName(table)))).join(', ')}]) WHERE entry IN (${entries.map(text).join(', ')}))`
    await writeParquet(connection, source, join(draftOf(folder), parquetName(table)))
  }
  await rename(draftOf(folder), folder)
}

export function parquetName({ name }: Pick<Table, 'name'>): string {
  return `${name}.parquet`
}

async function writeParquet(connection: DuckDBConnection, source: string, file: string): Promise<void> {
  await connection.run(
    `COPY (SELECT * FROM ${source}) TO ${text(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`,
  )
}

function columnTypes({ columns }: Table): string {
  const pairs = [{ name: 'entry', type: 'VARCHAR' }, ...columns]
  return `{${pairs.map(({ name, type }) => `${identifier(name)}: ${text(type)}`).join(', ')}}`
}

function draftOf(folder: string): string {
  return `${folder}.partial`
}

function lineFile(folder: string, name: string): string {
  return join(draftOf(folder), `${name}.ndjson`)
}
