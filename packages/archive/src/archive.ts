import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { databaseName, openDatabase } from './database.ts'
import { withDuckDb } from './duckdb.ts'
import { type FoundFile, findFiles } from './find-files.ts'
import { type Progress, readInto } from './read-into.ts'

/** The selected records, and the files that were left out. */
export interface Selection {
  /** The database that holds the rows, under the path of their file. */
  readonly database: string
  /** A folder for what a query spills and exports; the next command empties it. */
  readonly scratch: string
  /** The files whose rows count, each record once. */
  readonly paths: readonly string[]
  /** How many files were read by this call. Rows of the others were kept from earlier calls. */
  readonly read: number
  readonly skipped: readonly Skipped[]
}

/** A file that is no record, or holds one that another file holds too. */
export interface Skipped {
  readonly file: string
  readonly reason: string
  /** Whether it holds something else, and lies in a named folder by chance. */
  readonly isOther: boolean
}

interface KnownFile {
  readonly sizeBytes: number
  readonly modifiedMs: number
  readonly record: string | null
  readonly status: string | null
  readonly fault: string | null
  readonly isOther: boolean
}

/**
 * Brings the archive up to date with files and folders, and selects their records. Only new and changed files are read.
 * One process at a time may call it.
 *
 * @param home the folder of the archive; it may be removed at any time
 * @throws ArchiveError for a name that is neither file nor folder, where DuckDB is not installed, or the disk is full
 */
export async function updateArchive(
  home: string,
  names: readonly string[],
  onProgress: Progress = () => {},
): Promise<Selection> {
  const files = await findFiles(names)
  const [database, scratch] = [join(home, databaseName()), join(home, 'scratch')]
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })
  for (const name of await readdir(home)) {
    if (/^layout-/.test(name) && !name.startsWith(databaseName())) {
      await rm(join(home, name), { recursive: true, force: true })
    }
  }
  return withDuckDb(scratch, async connection => {
    await openDatabase(connection, database)
    const known = await knownFiles(connection)
    const fresh = files.filter(file => !isUnchanged(known.get(file.path), file))
    await readInto(connection, scratch, fresh, onProgress)
    const all = fresh.length > 0 ? await knownFiles(connection) : known
    return { database, scratch, read: fresh.length, ...select(files, all) }
  })
}

async function knownFiles(connection: DuckDBConnection): Promise<ReadonlyMap<string, KnownFile>> {
  const rows = await connection.runAndReadAll(
    'SELECT path, size_bytes AS "sizeBytes", modified_ms AS "modifiedMs", record, status, fault, is_other AS "isOther" FROM archive.files',
  )
  const files = rows.getRowObjects() as unknown as readonly (KnownFile & { readonly path: string })[]
  return new Map(files.map(file => [file.path, file]))
}

function isUnchanged(file: KnownFile | undefined, { sizeBytes, modifiedMs }: FoundFile): boolean {
  return file?.sizeBytes === sizeBytes && file.modifiedMs === modifiedMs
}

/** Selects one file per record, a complete record before a partial one. */
function select(
  files: readonly FoundFile[],
  known: ReadonlyMap<string, KnownFile>,
): Pick<Selection, 'paths' | 'skipped'> {
  const skipped: Skipped[] = []
  const selected = new Map<string, string>()
  const isPartial = ({ path }: FoundFile) => known.get(path)?.status !== 'complete'
  for (const { path, isNamed } of files.toSorted((a, b) => Number(isPartial(a)) - Number(isPartial(b)))) {
    const file = known.get(path)
    if (file === undefined) throw new Error(`${path} was read`)
    const { record, fault, isOther } = file
    const other = record === null ? undefined : selected.get(record)
    if (record === null) skipped.push({ file: path, reason: fault ?? '', isOther: isOther && !isNamed })
    else if (other === undefined) selected.set(record, path)
    else {
      const reason = `${path} holds the same record as ${other}.`
      skipped.push({ file: path, reason, isOther: false })
    }
  }
  return { paths: [...selected.values()], skipped }
}
