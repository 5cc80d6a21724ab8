import type { LoadProcess, LoadProfile, LoadTurn } from '@steelyard/load'
import { isClosed } from './load-profile.ts'

const DURATION_MS = 500

/** What the load generator reaches at best, found once for every load and length of answer. */
export class GeneratorLimits {
  readonly #found = new Map<string, LoadTurn>()

  /** Returns a turn against canned bytes; null for a load whose rate is not its own doing. */
  async limitFor(
    profile: LoadProfile,
    bytes: number,
    load: LoadProcess,
    serverCore: number | null,
  ): Promise<LoadTurn | null> {
    if (!isClosed(profile)) return null
    const key = JSON.stringify([profile, bytes])
    const found =
      this.#found.get(key) ?? (await load.limit({ profile, bytes, serverCore, durationMs: DURATION_MS }))
    this.#found.set(key, found)
    return found
  }
}
