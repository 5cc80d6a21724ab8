import type { DuckDBConnection } from '@duckdb/node-api'
import { ArchiveError } from './archive-error.ts'

type Duck = typeof import('@duckdb/node-api')

/** DuckDB's own memory while records are read, which take memory too, and then; it spills the rest to disk. */
const LOAD_MEMORY = '150MB'
const QUERY_MEMORY = '400MB'
/** Each thread has buffers of its own, more of which that memory does not hold. */
const THREADS = '1'

/** Returns DuckDB, an optional package: only commands over many records need it. ArchiveError when it is not installed. */
export async function loadDuckDb(): Promise<Duck> {
  try {
    return await import('@duckdb/node-api')
  } catch (cause) {
    throw new ArchiveError(
      `Cannot ask DuckDB: its package does not load (${(cause as Error).message.split('\n')[0]}). Install @duckdb/node-api for this platform, with optional packages on.`,
      { cause },
    )
  }
}

/** Does something with a fresh database in memory, which spills into `folder`. */
export async function withDuckDb<T>(
  folder: string,
  use: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { DuckDBInstance } = await loadDuckDb()
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: LOAD_MEMORY,
    threads: THREADS,
    temp_directory: folder,
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
  })
  using closing = new DisposableStack()
  closing.defer(() => instance.closeSync())
  return await use(closing.adopt(await instance.connect(), connection => connection.closeSync()))
}

/** Sets the memory of a query, and forbids every address, extension, and file outside of `folder`: no statement can undo it. */
export async function lockDown(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(`SET memory_limit = ${text(QUERY_MEMORY)}`)
  await connection.run(`SET allowed_directories = [${text(folder)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
}

/** Throws DuckDB's message about a query as one sentence for the user. */
export function refused(error: unknown): never {
  if (error instanceof ArchiveError) throw error
  const [message = ''] = (error as Error).message.replace(/^Failed to extract statements: /, '').split('\n\n')
  throw new ArchiveError(
    `Cannot carry out this query: ${message.replace(/\s*\n\s*/g, ' ').replace(/[.?!]?$/, '.')} The command 'sql' without a query lists tables and columns.`,
    { cause: error },
  )
}

/** Returns a text as SQL writes it. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** Returns a name as SQL writes it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
