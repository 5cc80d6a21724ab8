import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  DuckDBConnection,
  DuckDBExtractedStatements,
  DuckDBValueConverter,
  Json,
} from '@duckdb/node-api'
import { SAMPLE_COLUMNS, type Table, tables, writeWhole } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { loadDuckDb, lockDown, refused, text, withDuckDb } from './duckdb.ts'
import { loadRecords } from './load.ts'
import type { Loaded, Progress } from './read-records.ts'
import { SAMPLES, SAMPLES_SAYS, VIEW_OF_SAMPLES } from './sample-view.ts'

/** What a query gives, a part at a time. */
export interface Answer {
  readonly columns: readonly string[]
  /** Fields as JSON has them: whole numbers that a double holds are numbers. */
  readonly rows: AsyncIterable<readonly (readonly Json[])[]>
}

export type ExportFormat = 'parquet' | 'csv'

/** Returns every table that a query can name. */
export function describeTables(): readonly Pick<Table, 'name' | 'says' | 'columns'>[] {
  return [...tables, { name: SAMPLES, says: SAMPLES_SAYS, columns: SAMPLE_COLUMNS }]
}

/** Throws ArchiveError for a text that is not one statement, in DuckDB's own words where it cannot parse the text. */
export function checkSyntax(sql: string): Promise<void> {
  return withDuckDb(tmpdir(), async connection => void (await oneStatement(connection, sql)))
}

export class Query {
  readonly #connection: DuckDBConnection
  readonly #scratch: string

  private constructor(connection: DuckDBConnection, scratch: string) {
    this.#connection = connection
    this.#scratch = scratch
  }

  /**
   * Loads the records of files and folders into a database in memory, and asks it. It reaches no address,
   * no extension, and no file of the user's.
   *
   * @param mark of this process, by which its folder is found and removed once the process was killed
   * @throws ArchiveError for a name that is neither file nor folder, where DuckDB is not installed, or the disk is full
   */
  static async over<T>(
    names: readonly string[],
    use: (query: Query, loaded: Loaded) => Promise<T>,
    onProgress: Progress = () => {},
    mark = '',
  ): Promise<T> {
    const scratch = await mkdtemp(join(tmpdir(), `steelyard-${mark}-sql-`))
    try {
      return await withDuckDb(scratch, async connection => {
        const loaded = await loadRecords(connection, names, onProgress)
        await connection.run(VIEW_OF_SAMPLES)
        await lockDown(connection, scratch)
        return use(new Query(connection, scratch), loaded)
      })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }

  /**
   * Answers one SELECT.
   *
   * @throws ArchiveError for anything else, and with DuckDB's own words for what it refuses
   */
  async ask(sql: string): Promise<Answer> {
    await this.#checkReads(sql)
    const { JsonDuckDBValueConverter } = await loadDuckDb()
    const convert: DuckDBValueConverter<Json> = (value, type, converter) =>
      typeof value === 'bigint' && Number.isSafeInteger(Number(value))
        ? Number(value)
        : JsonDuckDBValueConverter(value, type, converter)
    const result = await this.#connection.stream(sql).catch(refused)
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
    await this.#checkReads(sql)
    const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION zstd'
    const written = join(this.#scratch, 'result')
    // A view accepts a query that ends in a comment or a semicolon.
    await this.#connection.run(`CREATE OR REPLACE TEMP VIEW result AS ${sql}`).catch(refused)
    const { rowsChanged } = await this.#connection
      .run(`COPY (FROM result) TO ${text(written)} (${options})`)
      .catch(refused)
    await writeWhole(file, createReadStream(written)).catch((cause: Error) => {
      throw new ArchiveError(
        `Cannot write ${file}: ${cause.message.split(',')[0]}. Choose another place with --into.`,
        { cause },
      )
    })
    await rm(written)
    return rowsChanged
  }
  /** Another statement would change only this database, which is gone afterwards. */
  async #checkReads(sql: string): Promise<void> {
    const { StatementType } = await loadDuckDb()
    const statements = await oneStatement(this.#connection, sql)
    const { statementType } = await statements.prepare(0).catch(refused)
    if (statementType !== StatementType.SELECT && statementType !== StatementType.EXPLAIN) {
      throw new ArchiveError(
        `Cannot carry out this query: it is ${StatementType[statementType]}, and records are only read. Ask with SELECT, and write results with --export.`,
      )
    }
  }
}

async function oneStatement(connection: DuckDBConnection, sql: string): Promise<DuckDBExtractedStatements> {
  // DuckDB reports an empty text without words.
  const statements = sql.trim() === '' ? null : await connection.extractStatements(sql).catch(refused)
  if (statements?.count === 1) return statements
  throw new ArchiveError(`Cannot carry out this query: it is ${statements?.count ?? 0} statements. Give one.`)
}
