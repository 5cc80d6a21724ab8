import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBValueConverter, Json } from '@duckdb/node-api'
import { type Table, tables } from '@steelyard/store'
import type { Selection } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { parquetName } from './chunk.ts'
import { identifier, loadDuckDb, lockDown, text, withDuckDb } from './duckdb.ts'
import { SAMPLES, SAMPLES_SAYS, sampleColumns, sampleView } from './sample-view.ts'

/** A table as a query sees it. */
export type TableDescription = Pick<Table, 'name' | 'says' | 'columns'>

/** What a query gives, a part at a time. */
export interface Answer {
  readonly columns: readonly string[]
  /** Fields as JSON has them: whole numbers that a double holds are numbers. */
  readonly rows: AsyncIterable<readonly (readonly Json[])[]>
}

export type ExportFormat = 'parquet' | 'csv'

/** Returns every table that a query can name. */
export function describeTables(): readonly TableDescription[] {
  return [...tables, { name: SAMPLES, says: SAMPLES_SAYS, columns: sampleColumns }]
}

/** Asks one question over the rows of a selection. */
export class Query {
  readonly #connection: DuckDBConnection

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  /**
   * Opens a database that holds the tables and can reach nothing else: no address, no extension, and no file but those of
   * the archive and of `writable`.
   */
  static async over<T>(
    selection: Selection,
    use: (query: Query) => Promise<T>,
    writable: string | null = null,
  ): Promise<T> {
    const spill = join(selection.folder, 'spill')
    await mkdir(spill, { recursive: true })
    return withDuckDb(spill, async connection => {
      await connection.run('SET preserve_insertion_order = true')
      await makeTables(connection, selection)
      await lockDown(connection, [selection.folder, ...(writable === null ? [] : [writable])])
      return use(new Query(connection))
    })
  }

  /**
   * Answers one SELECT.
   *
   * @param values of `$name` in the query
   * @throws ArchiveError for anything else, and with DuckDB's own words for what it refuses
   */
  async ask(sql: string, values: Readonly<Record<string, string>> = {}): Promise<Answer> {
    await this.#check(sql)
    const { JsonDuckDBValueConverter } = await loadDuckDb()
    const convert: DuckDBValueConverter<Json> = (value, type, converter) =>
      typeof value === 'bigint' && Number.isSafeInteger(Number(value))
        ? Number(value)
        : JsonDuckDBValueConverter(value, type, converter)
    const result = await this.#connection.stream(sql, values).catch(refuse)
    const rows = result.yieldConvertedRows(convert)
    return {
      columns: result.deduplicatedColumnNames(),
      rows: (async function* () {
        try {
          for await (const part of rows) yield part as Json[][]
        } catch (error) {
          refuse(error)
        }
      })(),
    }
  }

  /** Writes the answer to a file, which must be in the writable folder. Returns how many rows. */
  async exportTo(file: string, sql: string, format: ExportFormat): Promise<number> {
    await this.#check(sql)
    const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
    // A view takes the query as it is, with a comment or a semicolon at its end.
    await this.#connection.run(`CREATE OR REPLACE TEMP VIEW answer AS ${sql}`).catch(refuse)
    const { rowsChanged } = await this.#connection
      .run(`COPY (FROM answer) TO ${text(file)} (${options})`)
      .catch(refuse)
    return rowsChanged
  }

  /** Anything but a question could change the archive. */
  async #check(sql: string): Promise<void> {
    const { StatementType } = await loadDuckDb()
    const statements = await this.#connection.extractStatements(sql).catch(refuse)
    if (statements.count !== 1) {
      throw new ArchiveError(`Cannot carry out this query: it is ${statements.count} statements. Give one.`)
    }
    const { statementType } = await statements.prepare(0).catch(refuse)
    if (statementType !== StatementType.SELECT && statementType !== StatementType.EXPLAIN) {
      throw new ArchiveError(
        `Cannot carry out this query: it is ${StatementType[statementType] ?? 'no SELECT'}, and records are only read. Ask with SELECT, and write results with --export.`,
      )
    }
  }
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

function refuse(error: unknown): never {
  if (error instanceof ArchiveError) throw error
  const [message = ''] = (error as Error).message.split('\n\n')
  throw new ArchiveError(
    `Cannot carry out this query: ${message.replace(/\s*\n\s*/g, ' ').replace(/\.?$/, '.')} The command 'sql' without a query lists tables and columns.`,
    { cause: error },
  )
}
