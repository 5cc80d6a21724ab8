import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

/**
 * Returns the value of a cached file; undefined when there is none, or when it is damaged.
 *
 * @param home folder in the user's cache
 */
export async function ownEntry(home: string, name: string): Promise<unknown> {
  return readFile(join(cacheFolder(home), name), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
}

/** Caches a JSON value atomically. Failing to write the cache is no error. */
export async function keepOwnEntry(home: string, name: string, value: unknown): Promise<void> {
  let draft: string | null = null
  try {
    const folder = await writableCacheFolder(home)
    draft = join(folder, `.partial-${randomUUID()}`)
    await writeFile(draft, JSON.stringify(value), { flag: 'wx' })
    await rename(draft, join(folder, name))
  } catch {
    if (draft !== null) await rm(draft, { force: true }).catch(() => {})
  }
}
