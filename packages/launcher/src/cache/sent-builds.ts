import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillEntry, noteUse, readManifest, removeEntry } from './cache-entry.ts'
import { cacheFolder } from './cache-folder.ts'
import { fileSha256 } from './file-sha256.ts'

const HOME = 'sent-builds'
const READ_AND_RUN = 0o500

/**
 * Returns the path of a build that a user sent, kept in the cache by its hash, once its bytes have been hashed again.
 *
 * @param fetch hands over its bytes; what it throws is thrown, and nothing is kept
 * @param mostBytes that all such builds may take: those used longest ago are removed
 * @param needed hashes of builds that are not removed
 * @returns null where the file in the cache has other bytes than its hash says; it is removed then
 */
export async function sentBuild(
  { sha256, name }: { readonly sha256: string; readonly name: string },
  fetch: () => AsyncIterable<Uint8Array>,
  mostBytes: number,
  needed: readonly string[] = [],
): Promise<string | null> {
  const file = join(cacheFolder(HOME), sha256, name)
  if ((await stat(file).catch(() => null)) === null) {
    await fillEntry(HOME, sha256, async folder => {
      const build = join(folder, name)
      await writeFile(build, fetch(), { flag: 'wx', mode: 0o600 })
      // It can be run only once its hash is known.
      await chmod(build, READ_AND_RUN)
      return { bytes: (await stat(build)).size }
    })
  }
  // The whole file is hashed: a cache is a folder that others may write.
  if ((await fileSha256(file)) !== sha256) {
    await removeEntry(HOME, sha256)
    return null
  }
  await noteUse(join(cacheFolder(HOME), sha256))
  await removeOldest([sha256, ...needed], mostBytes)
  return file
}

async function removeOldest(needed: readonly string[], mostBytes: number): Promise<void> {
  const entries = await Promise.all((await readdir(cacheFolder(HOME))).map(entryOf))
  const known = entries.filter(entry => entry !== null).toSorted((a, b) => b.usedAt - a.usedAt)
  let left = mostBytes
  for (const { name, bytes } of known) {
    left -= bytes
    if (left < 0 && !needed.includes(name)) await removeEntry(HOME, name).catch(() => {})
  }
}

async function entryOf(name: string) {
  const folder = join(cacheFolder(HOME), name)
  const manifest = await readManifest<{ readonly bytes: number }>(folder)
  return manifest && { name, bytes: manifest.bytes, usedAt: (await stat(folder)).mtimeMs }
}
