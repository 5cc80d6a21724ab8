import type { DuckDBConnection } from '@duckdb/node-api'
import { ArchiveError } from './archive-error.ts'
import { loadDuckDb, refused } from './duckdb.ts'

const GAP = String.raw`(?:\s|--[^\n]*\n|/\*[^]*?\*/)*`
const EXPLAIN = new RegExp(
  String.raw`^${GAP}EXPLAIN\b${GAP}(?:ANALY[SZ]E\b${GAP})?(?:\(\s*(?:ANALY[SZ]E|FORMAT)\b[^()]*\)${GAP})?`,
  'i',
)
const PRAGMA = new RegExp(String.raw`^${GAP}PRAGMA\b`, 'i')
/** As a plan names them. Other table functions may write files, print, or run what no plan shows. */
const READING_FUNCTION =
  /^(?:DUCKDB_\w+|GENERATE_SERIES|ICU_CALENDAR_NAMES|JSON_EACH|JSON_TREE|PARQUET_\w+|PG_TIMEZONE_NAMES|PRAGMA_\w+|RANGE|READ_\w+|REPEAT|REPEAT_ROW|SEQ_SCAN|SQL_AUTO_COMPLETE|SUMMARY|TEST_ALL_TYPES|TEST_VECTOR_TYPES|UNNEST)$/

/**
 * Returns when a text is one SELECT, or EXPLAIN of one, that does nothing but read.
 *
 * @param values of `$name` in the text
 * @throws ArchiveError for anything else, and with DuckDB's own words for what it cannot understand
 */
export async function checkQuestion(
  connection: DuckDBConnection,
  sql: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const kind = await kindOf(connection, sql)
  const asked = kind === 'EXPLAIN' ? sql.replace(EXPLAIN, '') : sql
  if (kind === 'EXPLAIN') {
    const explained = await kindOf(connection, asked)
    if (explained !== 'SELECT') throw notReading('EXPLAIN of what is no SELECT')
  } else if (kind !== 'SELECT') throw notReading(kind)
  // DuckDB calls the pragmas that it answers with a query SELECT too.
  if (PRAGMA.test(asked)) throw notReading('PRAGMA')
  for (const name of await functionsOf(connection, asked, values)) {
    if (!READING_FUNCTION.test(name)) throw notReading(`a call of ${name.toLowerCase()}`)
  }
}

async function kindOf(connection: DuckDBConnection, sql: string): Promise<string> {
  const { StatementType } = await loadDuckDb()
  if (sql.trim() === '') throw notOne(0)
  const statements = await connection.extractStatements(sql).catch(refused)
  if (statements.count !== 1) throw notOne(statements.count)
  const { statementType } = await statements.prepare(0).catch(refused)
  return StatementType[statementType] ?? 'no SELECT'
}

/** Returns the table functions that would run: also those in the text that `query` makes, which no other reader sees. */
async function functionsOf(
  connection: DuckDBConnection,
  select: string,
  values: Readonly<Record<string, string>>,
): Promise<string[]> {
  const plan = await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${select}`, values).catch(refused)
  const text = plan
    .getRows()
    .map(([, each]) => each)
    .join('')
  return [...text.matchAll(/"Function": "([^"]*)"/g)].map(([, name = '']) => name)
}

function notOne(count: number): ArchiveError {
  return new ArchiveError(`Cannot carry out this query: it is ${count} statements. Give one.`)
}

function notReading(kind: string): ArchiveError {
  return new ArchiveError(
    `Cannot carry out this query: it is ${kind}, and records are only read. Ask with SELECT, and write results with --export.`,
  )
}
