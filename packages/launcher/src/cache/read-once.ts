import type { BigIntStats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '@steelyard/record/write-whole'
import { cacheFolder } from './cache-folder.ts'

const HOME = 'files'

/** A file may change twice within one tick of the clock. So an answer is kept only where the last change is older. */
const SETTLED_NS = 2_000_000_000n

/**
 * Makes the reading of a large file one that is done once: the answer stays in the user's cache. The file is read again when
 * its inode, its size or one of its times differ. No program sets the time of an inode's last change.
 *
 * @param question names the entries; another name where the same file is read in another way
 * @param isAnswer whether something that was kept may be what `read` returns
 */
export function readOnce<T>(
  question: string,
  read: (file: string) => Promise<T>,
  isAnswer: (kept: unknown) => kept is T,
): (file: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return async file => {
    const found = await stat(file, { bigint: true })
    const identity = identityOf(found)
    const before = known.get(identity)
    if (before !== undefined) return before
    const answer = keptOrRead(file, found)
    known.set(identity, answer)
    answer.catch(() => known.delete(identity))
    return answer
  }

  async function keptOrRead(file: string, found: BigIntStats): Promise<T> {
    const identity = identityOf(found)
    const entry = join(cacheFolder(HOME), `${question}-${found.dev}-${found.ino}.json`)
    const kept: Partial<Record<'identity' | 'value', unknown>> | null = await readFile(entry, 'utf8')
      .then(JSON.parse)
      .catch(() => null)
    if (kept?.identity === identity && isAnswer(kept.value)) return kept.value
    const isSettled = BigInt(Date.now()) * 1_000_000n - found.ctimeNs > SETTLED_NS
    const value = await read(file)
    const isSame = identityOf(await stat(file, { bigint: true })) === identity
    // A cache that cannot be written is no error.
    if (isSettled && isSame) await writeWhole(entry, JSON.stringify({ identity, value })).catch(() => {})
    return value
  }
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join()
}
