import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

const MOST_BYTES = 1_000_000

/**
 * Returns the value of a cached file; undefined when there is none. One that is damaged, that is larger than 1 MB or that
 * belongs to another user counts as none, and so do links and pipes.
 *
 * @param home folder in the user's cache
 */
export async function ownEntry(home: string, name: string): Promise<unknown> {
  try {
    await using handle = await open(
      join(cacheFolder(home), name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const { size, uid, ...info } = await handle.stat()
    const isOwn = process.getuid === undefined || uid === process.getuid()
    const isFile = (info.mode & constants.S_IFMT) === constants.S_IFREG
    return isOwn && isFile && size <= MOST_BYTES ? JSON.parse(await handle.readFile('utf8')) : undefined
  } catch {
    return undefined
  }
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
