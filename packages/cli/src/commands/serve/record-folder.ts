import { hash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { ArchiveError, findFiles } from '@steelyard/archive'
import { LARGEST_BYTES, NoRecordError, readRecord } from '@steelyard/record'
import { type RecordEntry, recordEntryOf } from '@steelyard/report'

export interface FolderRecord {
  /** Path below the folder, with slashes. */
  readonly name: string
  readonly file: string
  /** Changes with its content. */
  readonly version: string
  readonly entry: RecordEntry
}

export interface FolderContent {
  /** Records by name; the newest first. */
  readonly records: ReadonlyMap<string, FolderRecord>
  /** Names of records that cannot be read. */
  readonly unread: readonly string[]
  /** Changes with any of that. */
  readonly state: string
}

/** Reads a folder; `onProgress` is called after each file that is new or was changed. */
export type ReadFolder = (onProgress?: (read: number, all: number) => void) => Promise<FolderContent>

interface Known {
  readonly version: string
  /** Null for a file that holds something else. */
  readonly found: RecordEntry | 'unread' | null
}

/**
 * Returns what reads the records of a folder and those below it, of which it knows what was there before. What links lead to
 * is not read. The folder need not be there yet.
 */
export function recordFolder(folder: string): ReadFolder {
  const known = new Map<string, Known>()
  let reading: Promise<FolderContent> | null = null
  return (onProgress = () => {}) => {
    reading ??= contentOf(folder, known, onProgress).finally(() => {
      reading = null
    })
    return reading
  }
}

async function contentOf(
  folder: string,
  known: Map<string, Known>,
  onProgress: (read: number, all: number) => void,
): Promise<FolderContent> {
  const there = await findFiles([folder]).catch((error: unknown) => {
    if (error instanceof ArchiveError) return []
    throw error
  })
  const files = there.filter(({ sizeBytes }) => sizeBytes <= LARGEST_BYTES)
  const fresh = files.filter(file => known.get(file.path)?.version !== versionOf(file))
  for (const [index, file] of fresh.entries()) {
    known.set(file.path, { version: versionOf(file), found: await entryOf(file.path) })
    onProgress(index + 1, fresh.length)
  }
  const paths = new Set(files.map(({ path }) => path))
  for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
  const records: FolderRecord[] = []
  const unread: string[] = []
  for (const [file, { version, found }] of known) {
    const name = relative(folder, file).split(sep).join('/')
    if (found === 'unread') unread.push(name)
    else if (found !== null) records.push({ name, file, version, entry: found })
  }
  records.sort((a, b) => (a.entry.startedAt < b.entry.startedAt ? 1 : -1))
  const versions = records.map(({ name, version }) => [name, version]).sort()
  const state = hash('sha256', JSON.stringify([versions, unread.sort()])).slice(0, 16)
  const byName = new Map(records.map(record => [record.name, record]))
  return { records: byName, unread, state }
}

async function entryOf(file: string): Promise<Known['found']> {
  try {
    return recordEntryOf(await readRecord(file))
  } catch (error) {
    return error instanceof NoRecordError ? null : 'unread'
  }
}

function versionOf({ sizeBytes, modifiedMs }: Awaited<ReturnType<typeof findFiles>>[number]): string {
  return `${sizeBytes} ${modifiedMs}`
}
