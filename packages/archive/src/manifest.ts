import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tables, writeWhole } from '@steelyard/record'
import type { FoundFile } from './find-files.ts'

/** The archive's entry for a file, which saves opening it again. */
export type ArchivedFile = {
  readonly sizeBytes: number
  readonly modifiedMs: number
} & (ArchivedRecord | Unread)

/** Why a file has no rows. */
export interface Unread {
  readonly fault: string
  /** Whether it holds something else, and no record that is damaged. */
  readonly isOther: boolean
}

export interface ArchivedRecord {
  /** Folder with its rows. */
  readonly chunk: string
  /** Distinguishes its rows from those of any other file, and of the same one before it changed. */
  readonly entry: string
  readonly record: string
  readonly status: 'complete' | 'partial'
  readonly startedAt: string
}

/** Files by absolute path. */
export type Manifest = Readonly<Record<string, ArchivedFile>>

const FILE = 'manifest.json'
const LAYOUT = 3

/** Returns a name that changes with what is kept of a record: an archive of other columns is another one. */
export function layoutName(): string {
  const columns = tables.map(table => [table.name, table.columns.map(({ name, type }) => [name, type])])
  const hash = createHash('sha256')
    .update(JSON.stringify([LAYOUT, columns]))
    .digest('hex')
  return `layout-${hash.slice(0, 12)}`
}

/** Returns what was written last; an empty one where nothing can be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Manifest
  } catch {
    return {}
  }
}

/** Writes it atomically: a reader finds the old or the new one. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeWhole(join(folder, FILE), JSON.stringify(manifest))
}

/** Returns what is known of a file as it is now; null when it is new or has changed. */
export function known(manifest: Manifest, { path, sizeBytes, modifiedMs }: FoundFile): ArchivedFile | null {
  const file = manifest[path]
  return file?.sizeBytes === sizeBytes && file.modifiedMs === modifiedMs ? file : null
}
