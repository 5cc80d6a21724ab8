import { lstat, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ArchiveError } from './archive-error.ts'

/** A file that may hold a record. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedMs: number
  /** Whether it was named itself, and not found in a folder. */
  readonly isNamed: boolean
}

/**
 * Returns the named files, and every `.json` file below named folders, once each, sorted by path; links there are not followed.
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
  if (!facts.isDirectory()) return [{ path, sizeBytes: facts.size, modifiedMs: facts.mtimeMs, isNamed: true }]
  const folders = [path]
  const found: FoundFile[] = []
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (entry.name.startsWith('.')) continue
      const inside = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(inside)
      if (!entry.isFile() || !entry.name.endsWith('.json')) continue
      const facts = await lstat(inside).catch(() => null)
      if (facts?.isFile())
        found.push({ path: inside, sizeBytes: facts.size, modifiedMs: facts.mtimeMs, isNamed: false })
    }
  }
  return found
}
