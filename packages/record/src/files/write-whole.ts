import { randomUUID } from 'node:crypto'
import { open, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolders } from './make-folders.ts'

type Content = string | Uint8Array | Iterable<string> | AsyncIterable<Uint8Array>

/**
 * Writes a file, creating its folder, so that it appears whole or not at all: a failing write leaves what was there
 * before, and no other file. What a link names is written, not the link; a pipe or a device takes what comes.
 *
 * @param content text, pieces of it in order, or bytes; also what reads another file
 * @throws Error of the file system
 */
export async function writeWhole(file: string, content: Content) {
  const old = await stat(file).catch(() => null)
  if (old !== null && !old.isFile() && !old.isDirectory()) return writeFile(file, content)
  const place = old === null ? await newPlace(file) : await realpath(file)
  await makeFolders(dirname(place))
  const temporary = join(dirname(place), `.steelyard-${randomUUID()}.tmp`)
  try {
    await writeDurably(temporary, content, old?.isFile() ? old.mode & 0o777 : null)
    await rename(temporary, place)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}) // the first failure is the one to tell
    throw error
  }
}

/** A link may name a file that is not there yet. */
async function newPlace(file: string): Promise<string> {
  const named = await readlink(file).catch(() => null)
  return named === null ? file : resolve(await realpath(dirname(file)), named)
}

/** Writes and syncs: otherwise a crash after the rename could leave an empty file under the final name. */
async function writeDurably(file: string, content: Content, mode: number | null): Promise<void> {
  await using handle = await open(file, 'wx')
  if (mode !== null) await handle.chmod(mode)
  await handle.writeFile(content)
  await handle.sync()
}
