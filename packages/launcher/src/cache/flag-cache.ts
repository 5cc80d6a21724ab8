import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

/** A runtime's binary, identified by its SHA-256. */
export interface FlaggedBinary {
  readonly runtime: string
  readonly sha256: string
}

const HOME = 'flags'
/** Changes when the reading of flags changes. */
const SCHEMA = 'steelyard/flags@1'
const MOST_BYTES = 1_000_000

/**
 * Returns the cached flags of a binary; null when there are none. An entry that is damaged, that belongs to another user
 * or that has another name counts as none.
 */
export async function cachedFlags(binary: FlaggedBinary): Promise<readonly string[] | null> {
  const text = await ownText(join(cacheFolder(HOME), nameOf(binary))).catch(() => null)
  return text === null ? null : flagsIn(text, binary)
}

/** Caches the flags of a binary atomically. A cache that cannot be written stays as it is. */
export async function keepFlags(binary: FlaggedBinary, flags: readonly string[]): Promise<void> {
  let draft: string | null = null
  try {
    const folder = await writableCacheFolder(HOME)
    draft = join(folder, `.partial-${randomUUID()}`)
    const { runtime, sha256 } = binary
    await writeFile(draft, JSON.stringify({ schema: SCHEMA, runtime, sha256, flags }), { flag: 'wx' })
    await rename(draft, join(folder, nameOf(binary)))
  } catch {
    if (draft !== null) await rm(draft, { force: true }).catch(() => {})
  }
}

function nameOf({ runtime, sha256 }: FlaggedBinary): string {
  return `${runtime}-${sha256}.json`
}

/** A link, a pipe or another user's file is not read. */
async function ownText(file: string): Promise<string | null> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const { size, uid, ...info } = await handle.stat()
  const isOwn = process.getuid === undefined || uid === process.getuid()
  return isOwn && (info.mode & constants.S_IFMT) === constants.S_IFREG && size <= MOST_BYTES
    ? handle.readFile('utf8')
    : null
}

function flagsIn(text: string, { runtime, sha256 }: FlaggedBinary): readonly string[] | null {
  try {
    const entry = JSON.parse(text) as Partial<FlaggedBinary & { schema: string; flags: unknown }>
    const isIts = entry.schema === SCHEMA && entry.runtime === runtime && entry.sha256 === sha256
    return isIts && isFlagList(entry.flags) ? entry.flags : null
  } catch {
    return null
  }
}

function isFlagList(flags: unknown): flags is readonly string[] {
  return (
    Array.isArray(flags) &&
    flags.length > 0 &&
    flags.every(flag => typeof flag === 'string' && /^[\w-]{1,200}=?$/.test(flag))
  )
}
