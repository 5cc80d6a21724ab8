import { keepOwnEntry, ownEntry } from './own-entry.ts'

/** A runtime's binary, identified by its SHA-256. */
interface FlaggedBinary {
  readonly runtime: string
  readonly sha256: string
}

interface Entry extends FlaggedBinary {
  readonly schema: string
  readonly flags: unknown
}

const HOME = 'flags'
/** Changes when the reading of flags changes. */
const SCHEMA = 'steelyard/flags@1'

/**
 * Returns the cached flags of a binary; null when there are none. An entry that is damaged, or that has another name,
 * counts as none.
 */
export async function cachedFlags(binary: FlaggedBinary): Promise<readonly string[] | null> {
  const entry = (await ownEntry(HOME, nameOf(binary))) as Partial<Entry> | null | undefined
  const isIts = entry?.schema === SCHEMA && entry.runtime === binary.runtime && entry.sha256 === binary.sha256
  return isIts && isFlagList(entry.flags) ? entry.flags : null
}

/** Caches the flags of a binary atomically. Failing to write the cache is no error. */
export async function keepFlags(binary: FlaggedBinary, flags: readonly string[]): Promise<void> {
  const { runtime, sha256 } = binary
  await keepOwnEntry(HOME, nameOf(binary), { schema: SCHEMA, runtime, sha256, flags })
}

function nameOf({ runtime, sha256 }: FlaggedBinary): string {
  return `${runtime}-${sha256}.json`
}

function isFlagList(flags: unknown): flags is readonly string[] {
  return (
    Array.isArray(flags) &&
    flags.length > 0 &&
    flags.every(flag => typeof flag === 'string' && /^[\w-]{1,200}=?$/.test(flag))
  )
}
