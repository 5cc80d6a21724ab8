import { keepOwnEntry, ownEntry } from './own-entry.ts'

/** A runtime's binary, identified by its SHA-256. */
interface FlaggedBinary {
  readonly runtime: string
  readonly sha256: string
}

const HOME = 'flags'

/** Returns the cached flags of a binary; null when there are none. */
export async function cachedFlags(binary: FlaggedBinary): Promise<readonly string[] | null> {
  const flags = await ownEntry(HOME, nameOf(binary), identityOf(binary))
  return isFlagList(flags) ? flags : null
}

/** Caches the flags of a binary. */
export async function keepFlags(binary: FlaggedBinary, flags: readonly string[]): Promise<void> {
  await keepOwnEntry(HOME, nameOf(binary), { identity: identityOf(binary), value: flags })
}

function nameOf({ runtime, sha256 }: FlaggedBinary): string {
  return `${runtime}-${sha256}.json`
}

/** The number changes when the reading of flags changes. */
function identityOf({ runtime, sha256 }: FlaggedBinary): string {
  return `steelyard/flags@2 ${runtime} ${sha256}`
}

function isFlagList(flags: unknown): flags is readonly string[] {
  return (
    Array.isArray(flags) &&
    flags.length > 0 &&
    flags.every(flag => typeof flag === 'string' && /^[\w-]{1,200}=?$/.test(flag))
  )
}
