import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../process/is-alive.ts'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

const PARTIAL = '.partial-'
const MANIFEST = 'steelyard.json'

/**
 * Fills a cache entry, `home/name`, atomically: a reader finds all of it or nothing. The entry of a faster command stays.
 *
 * @param fill makes the folder's content, and returns what is to be known of it
 */
export async function fillEntry(
  home: string,
  name: string,
  fill: (folder: string) => Promise<object>,
): Promise<void> {
  const folder = await writableCacheFolder(home)
  await removePartial(home)
  const partial = join(folder, partialName())
  try {
    await mkdir(partial)
    const manifest = await fill(partial)
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    const entry = join(folder, name)
    await rename(partial, entry).catch(async () => {
      if ((await readManifest(entry)) !== null) return
      // The entry is incomplete, or another kind of file.
      await rm(entry, { recursive: true, force: true })
      await rename(partial, entry)
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Returns what was to be known of an entry, by its folder; null for another folder. */
export async function readManifest<Manifest>(folder: string): Promise<Manifest | null> {
  return readFile(join(folder, MANIFEST), 'utf8')
    .then(JSON.parse)
    .catch(() => null)
}

/** Removes a cache entry: renames it first, so that no reader finds half of it. */
export async function removeEntry(home: string, name: string): Promise<void> {
  const away = join(cacheFolder(home), partialName())
  await rename(join(cacheFolder(home), name), away)
  await rm(away, { recursive: true, force: true })
}

/** Records in the time of its folder that an entry was used now. Failing to write the cache is no error. */
export async function noteUse(folder: string): Promise<void> {
  const now = new Date()
  await utimes(folder, now, now).catch(() => {})
}

/** Removes the leftovers of killed commands. */
export async function removePartial(home: string): Promise<void> {
  const folder = cacheFolder(home)
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(PARTIAL) && !isAlive(Number(name.slice(PARTIAL.length).split('-')[0]))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

/** Names its process, so that others leave it alone while that process lives. */
function partialName(): string {
  return `${PARTIAL}${process.pid}-${randomUUID()}`
}
