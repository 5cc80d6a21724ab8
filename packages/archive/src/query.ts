import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection, DuckDBValueConverter, Json } from '@duckdb/node-api'
import { type Table, tables } from '@steelyard/record'
import type { Selection } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { checkQuestion } from './check-question.ts'
import { loadDuckDb, refused, text } from './duckdb.ts'
import { withPrivateDatabase } from './private-database.ts'
import { SAMPLES, SAMPLES_SAYS, sampleColumns } from './sample-view.ts'

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
  readonly #folder: string

  private constructor(connection: DuckDBConnection, folder: string) {
    this.#connection = connection
    this.#folder = folder
  }

  /**
   * Opens a database that holds the tables and can reach nothing else: no address, no extension, and no file but those of
   * a copy that is its own.
   *
   * @throws ArchiveError where there is no room for the copy
   */
  static over<T>(selection: Selection, use: (query: Query) => Promise<T>): Promise<T> {
    return withPrivateDatabase(selection, (connection, folder) => use(new Query(connection, folder)))
  }

  /**
   * Answers one SELECT.
   *
   * @param values of `$name` in the query
   * @throws ArchiveError for anything else, and with DuckDB's own words for what it refuses
   */
  async ask(sql: string, values: Readonly<Record<string, string>> = {}): Promise<Answer> {
    await checkQuestion(this.#connection, sql, values)
    const { JsonDuckDBValueConverter } = await loadDuckDb()
    const convert: DuckDBValueConverter<Json> = (value, type, converter) =>
      typeof value === 'bigint' && Number.isSafeInteger(Number(value))
        ? Number(value)
        : JsonDuckDBValueConverter(value, type, converter)
    const result = await this.#connection.stream(sql, values).catch(refused)
    const rows = result.yieldConvertedRows(convert)
    return {
      columns: result.deduplicatedColumnNames(),
      rows: (async function* () {
        try {
          for await (const part of rows) yield part as Json[][]
        } catch (error) {
          refused(error)
        }
      })(),
    }
  }

  /**
   * Writes the result to a file of the user's, which the database itself cannot reach. Returns the number of rows.
   *
   * @throws ArchiveError also for a file that cannot be written
   */
  async exportTo(file: string, sql: string, format: ExportFormat): Promise<number> {
    await checkQuestion(this.#connection, sql, {})
    const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
    const written = join(this.#folder, 'result')
    // A view takes the query as it is, with a comment or a semicolon at its end.
    await this.#connection.run(`CREATE OR REPLACE TEMP VIEW result AS ${sql}`).catch(refused)
    const { rowsChanged } = await this.#connection
      .run(`COPY (FROM result) TO ${text(written)} (${options})`)
      .catch(refused)
    // A stream, because the file may be a pipe or a device.
    await pipeline(createReadStream(written), createWriteStream(file)).catch((cause: Error) => {
      throw new ArchiveError(
        `Cannot write ${file}: ${cause.message.split(',')[0]}. Choose another place with --into.`,
        { cause },
      )
    })
    await rm(written)
    return rowsChanged
  }
}
