import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { NoRecordError, type RunRecord, readRecord } from '@steelyard/record'
import { ArchiveError } from './archive-error.ts'
import { ChunkWriter } from './chunk.ts'
import { withDuckDb } from './duckdb.ts'
import type { FoundFile } from './find-files.ts'
import { type ArchivedFile, type Manifest, writeManifest } from './manifest.ts'

/** Lines of JSON that become one chunk: enough that there are few, not so many that they crowd the disk. */
const CHUNK_BYTES = 256 * 2 ** 20

export type Progress = (read: number, all: number) => void

/**
 * Reads files and puts their rows into new chunks; the manifest is written after each. Where DuckDB refuses the rows of a
 * chunk, each half of its files is tried by itself, until the file at fault is known; the others keep their rows.
 *
 * @throws ArchiveError where the disk does not take them
 */
export async function readInto(
  folder: string,
  before: Manifest,
  files: readonly FoundFile[],
  onProgress: Progress,
): Promise<Manifest> {
  let manifest = before
  const groups = [files]
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    const waiting = groups.reduce((sum, each) => sum + each.length, 0)
    const done = files.length - waiting - group.length
    const progress = (read: number) => onProgress(done + read, files.length)
    const { added, taken, fault } = await readChunk(folder, group, progress)
    if (group.length > taken) groups.push(group.slice(taken))
    if (fault !== null && taken > 1) {
      const half = Math.ceil(taken / 2)
      groups.push(group.slice(half, taken), group.slice(0, half))
      continue
    }
    manifest = { ...manifest, ...added }
    await writeManifest(folder, manifest)
  }
  return manifest
}

/** Puts as many of the files as fit into one chunk. A fault is why there is none, and of a single file its entry too. */
async function readChunk(folder: string, files: readonly FoundFile[], onProgress: (read: number) => void) {
  const writer = await ChunkWriter.begin(join(folder, `chunk-${randomUUID()}`))
  const added: Record<string, ArchivedFile> = {}
  let taken = 0
  try {
    for (const file of files) {
      if (writer.bytes >= CHUNK_BYTES) break
      added[file.path] = await archived(file, writer)
      onProgress(++taken)
    }
    const fault = writer.bytes > 0 ? await faultOfChunk(folder, writer) : null
    const [file] = files
    if (fault !== null && taken === 1 && file !== undefined) added[file.path] = skipped(file, fault)
    return { added, taken, fault }
  } finally {
    await writer.abandon()
  }
}

async function archived(file: FoundFile, writer: ChunkWriter): Promise<ArchivedFile> {
  const { sizeBytes, modifiedMs } = file
  const found = await readRecord(file.path).catch((error: Error) => error)
  if (found instanceof Error) {
    return { sizeBytes, modifiedMs, fault: found.message, isOther: found instanceof NoRecordError }
  }
  const entry = randomUUID()
  const fault = faultOfRows(writer, entry, found)
  if (fault !== null) return skipped(file, fault)
  const { id, status, startedAt } = found
  return { sizeBytes, modifiedMs, chunk: basename(writer.folder), entry, record: id, status, startedAt }
}

function faultOfRows(writer: ChunkWriter, entry: string, record: RunRecord): string | null {
  try {
    writer.add(entry, record)
    return null
  } catch (error) {
    return faultOf(error)
  }
}

/** In a separate database: after some faults one accepts no more queries. */
async function faultOfChunk(folder: string, writer: ChunkWriter): Promise<string | null> {
  try {
    await withDuckDb(join(folder, 'spill'), connection => writer.end(connection))
    return null
  } catch (error) {
    return faultOf(error)
  }
}

/** Returns what is wrong with rows, in one line; throws what is wrong with the disk or the installation instead. */
function faultOf(error: unknown): string {
  if (error instanceof ArchiveError) throw error
  const { message, code } = error as NodeJS.ErrnoException
  const [line = ''] = message.split('\n')
  if (code !== undefined || /^(?:IO|Permission) Error/.test(message)) {
    throw new ArchiveError(
      `Cannot keep the rows of records: ${line}. Make room there, or set XDG_CACHE_HOME to another folder.`,
      { cause: error },
    )
  }
  return line.replaceAll(/"[^"]*\/([^"/]*)"/g, '"$1"').replace(/\.$/, '')
}

function skipped({ path, sizeBytes, modifiedMs }: FoundFile, fault: string): ArchivedFile {
  const reason = `Cannot read ${path}: its rows do not fit the tables (${fault}). Restore the file, or run its command again.`
  return { sizeBytes, modifiedMs, fault: reason, isOther: false }
}
