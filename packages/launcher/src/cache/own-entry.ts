import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

interface Entry {
  /** What the value is of, and how it was read. */
  readonly identity: string
  readonly value: unknown
}

/**
 * Returns a cached value; undefined when there is none, when it is damaged, or when it is of another identity.
 *
 * @param home folder in the user's cache
 */
export async function ownEntry(home: string, name: string, identity: string): Promise<unknown> {
  const entry: Partial<Entry> | null = await readFile(join(cacheFolder(home), name), 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  return entry?.identity === identity ? entry.value : undefined
}

/** Caches a JSON value atomically. Failing to write the cache is no error. */
export async function keepOwnEntry(home: string, name: string, entry: Entry): Promise<void> {
  let draft: string | null = null
  try {
    const folder = await writableCacheFolder(home)
    draft = join(folder, `.partial-${randomUUID()}`)
    await writeFile(draft, JSON.stringify(entry), { flag: 'wx' })
    await rename(draft, join(folder, name))
  } catch {
    if (draft !== null) await rm(draft, { force: true }).catch(() => {})
  }
}
