import { lstat, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ArchiveError } from './archive-error.ts'

/** A file that may hold a record. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string
  readonly sizeBytes: number
  /** Whether it was named itself, and not found in a folder. */
  readonly isNamed: boolean
}

/**
 * Returns the named files, and every `.json` file in the named folders and below, once each, sorted by path.
 *
 * @throws ArchiveError for a name that is neither
 */
export async function findFiles(names: readonly string[]): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>()
  for (const name of names) {
    for (const file of await filesOf(resolve(name), name)) {
      const isNamed = file.isNamed || found.get(file.path)?.isNamed === true
      found.set(file.path, { ...file, isNamed })
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function filesOf(path: string, name: string): Promise<FoundFile[]> {
  const facts = await stat(path).catch(() => null)
  if (facts === null) {
    throw new ArchiveError(
      `Cannot read ${name}: there is no such file or folder. Name records, or folders of them.`,
    )
  }
  if (!facts.isDirectory()) return [{ path, sizeBytes: facts.size, isNamed: true }]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter(entry => entry.name.endsWith('.json') && !entry.name.startsWith('.'))
  const found = await Promise.all(files.map(entry => factsOf(join(entry.parentPath, entry.name))))
  return found.filter(file => file !== null)
}

async function factsOf(path: string): Promise<FoundFile | null> {
  const facts = await lstat(path).catch(() => null)
  return facts?.isFile() ? { path, sizeBytes: facts.size, isNamed: false } : null
}
