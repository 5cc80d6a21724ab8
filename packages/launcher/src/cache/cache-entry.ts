import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

const PARTIAL = '.partial-'

/** A folder in the cache, as `home/name`. */
export interface CachePlace {
  readonly home: string
  readonly name: string
  /** Whether all of it is there. */
  isWhole(): Promise<boolean>
}

/**
 * Fills a folder of the cache at once: whoever looks finds all of it or nothing. When another command was faster, what
 * that one put there stays.
 *
 * @param fill makes the folder's content
 */
export async function putInPlace(
  { home, name, isWhole }: CachePlace,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await writableCacheFolder(home)
  await removePartial(home)
  const partial = join(folder, partialName())
  try {
    await mkdir(partial)
    await fill(partial)
    const place = join(folder, name)
    await rename(partial, place).catch(async () => {
      if (await isWhole()) return
      // What is there is only a part, or something else.
      await rm(place, { recursive: true, force: true })
      await rename(partial, place)
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Takes a folder of the cache away: out of sight at once, so that nobody finds half of it. */
export async function takeAway(home: string, name: string): Promise<void> {
  const away = join(cacheFolder(home), partialName())
  await rename(join(cacheFolder(home), name), away)
  await rm(away, { recursive: true, force: true })
}

/** Removes what commands that were killed have left behind. */
export async function removePartial(home: string): Promise<void> {
  const folder = cacheFolder(home)
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(PARTIAL) && !isAlive(Number(name.slice(PARTIAL.length).split('-')[0]))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

/** Names whose it is, so that others leave it alone while that process lives. */
function partialName(): string {
  return `${PARTIAL}${process.pid}-${randomUUID()}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
