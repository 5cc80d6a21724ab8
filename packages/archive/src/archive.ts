import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { mergeChunks } from './chunk.ts'
import { withDuckDb } from './duckdb.ts'
import { type FoundFile, findFiles } from './find-files.ts'
import {
  type ArchivedFile,
  type ArchivedRecord,
  known,
  layoutName,
  type Manifest,
  readManifest,
  writeManifest,
} from './manifest.ts'
import { type Progress, readInto } from './read-into.ts'

/** Every run adds a record, and so a chunk; from so many on the small ones become one. */
const MANY_CHUNKS = 24
const SMALL_CHUNK_FILES = 200

/** The selected rows, and the files that were left out. */
export interface Selection {
  /** The folder that holds the rows, and the names of those in it that do. */
  readonly folder: string
  readonly chunks: readonly string[]
  /** Entries of the records that were asked for, each record once. */
  readonly entries: readonly string[]
  readonly records: number
  readonly partial: number
  /** How many files were read now; what was read before is kept. */
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

/**
 * Brings the archive up to date with files and folders and returns which of its rows they are. Only what is new or has
 * changed is read. One process at a time.
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
  const folder = join(home, layoutName())
  await mkdir(folder, { recursive: true })
  let manifest = await readManifest(folder)
  await removeLeftovers(home, folder, manifest)
  const fresh = files.filter(file => known(manifest, file) === null)
  if (fresh.length > 0) {
    const added = await readInto(folder, manifest, fresh, onProgress)
    manifest = await withDuckDb(join(folder, 'spill'), connection => compacted(connection, folder, added))
    await removeLeftovers(home, folder, manifest)
  }
  return { ...selectionOf(files, manifest, folder), read: fresh.length }
}

/** Makes one chunk of many small ones. Rows of files that are gone or have changed since are left behind. */
async function compacted(
  connection: DuckDBConnection,
  folder: string,
  manifest: Manifest,
): Promise<Manifest> {
  const byChunk = Map.groupBy(recordsOf(manifest), ([, { chunk }]) => chunk)
  const small = [...byChunk].filter(([, records]) => records.length < SMALL_CHUNK_FILES)
  if (small.length < MANY_CHUNKS) return manifest
  const there = small.flatMap(([, records]) => records).filter(([path]) => existsSync(path))
  const chunk = `chunk-${randomUUID()}`
  const sources = small.map(([name]) => join(folder, name))
  const entries = there.map(([, { entry }]) => entry)
  await mergeChunks(connection, sources, entries, join(folder, chunk))
  const merged = new Set(small.map(([name]) => name))
  const rest = Object.entries(manifest).filter(([, file]) => !('chunk' in file && merged.has(file.chunk)))
  const compact = Object.fromEntries([...rest, ...there.map(([path, file]) => [path, { ...file, chunk }])])
  await writeManifest(folder, compact)
  return compact
}

/** Removes what a command that was cut short has left (copies for a question too), chunks that were merged, and archives of other layouts. */
async function removeLeftovers(home: string, folder: string, manifest: Manifest): Promise<void> {
  const chunks = new Set(recordsOf(manifest).map(([, { chunk }]) => chunk))
  const leftovers = [
    ...(await readdir(home)).filter(name => name.startsWith('layout-') && join(home, name) !== folder),
    ...(await readdir(folder))
      .filter(name => /^(?:chunk|question)-/.test(name) && !chunks.has(name))
      .map(name => join(basename(folder), name)),
  ]
  for (const name of leftovers) await rm(join(home, name), { recursive: true, force: true })
}

function recordsOf(manifest: Manifest): [string, ArchivedFile & ArchivedRecord][] {
  return Object.entries(manifest).filter(
    (pair): pair is [string, ArchivedFile & ArchivedRecord] => 'chunk' in pair[1],
  )
}

/** Of the same record in several files the first is taken, a complete one before a partial one. */
function selectionOf(
  files: readonly FoundFile[],
  manifest: Manifest,
  folder: string,
): Omit<Selection, 'read'> {
  const found = files.map(({ path, isNamed }) => ({ path, isNamed, file: manifest[path] }))
  const skipped: Skipped[] = []
  const chosen = new Map<string, { readonly path: string; readonly file: ArchivedRecord }>()
  const complete = (file: ArchivedFile | undefined) => file && 'status' in file && file.status === 'complete'
  for (const { path, isNamed, file } of [
    ...found.filter(({ file }) => complete(file)),
    ...found.filter(({ file }) => !complete(file)),
  ]) {
    if (file === undefined) throw new Error(`${path} was read`)
    if ('fault' in file) {
      skipped.push({ file: path, reason: file.fault, isOther: file.isOther && !isNamed })
      continue
    }
    const other = chosen.get(file.record)
    if (other === undefined) chosen.set(file.record, { path, file })
    else {
      const reason = `${path} holds the same record as ${other.path}.`
      skipped.push({ file: path, reason, isOther: false })
    }
  }
  const records = [...chosen.values()].map(({ file }) => file)
  return {
    folder,
    chunks: [...new Set(records.map(({ chunk }) => chunk))].sort(),
    entries: records.map(({ entry }) => entry),
    records: records.length,
    partial: records.filter(({ status }) => status === 'partial').length,
    skipped,
  }
}
