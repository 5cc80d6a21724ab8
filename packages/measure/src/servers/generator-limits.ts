import type { LoadProcess, LoadProfile, LoadTurn } from '@steelyard/load'
import { isClosed } from './load-profile.ts'

const DURATION_MS = 500

/** Launches in which it is looked for; one alone may have met a bad moment of the machine. */
const TRIALS = 3

interface Trials {
  readonly turns: LoadTurn[]
  /** Whose launch it was that looked last. */
  last: LoadProcess
}

/** What the load generator reaches at best, found in the first launches for every load and length of answer. */
export class GeneratorLimits {
  readonly #found = new Map<string, Trials>()

  /**
   * Returns a turn against canned bytes, the same one for all servers of a launch; null in launches that do not look, and
   * for a load whose rate is not the generator's doing.
   */
  async limitFor(
    profile: LoadProfile,
    bytes: number,
    load: LoadProcess,
    serverCore: number | null,
  ): Promise<LoadTurn | null> {
    if (!isClosed(profile)) return null
    const key = JSON.stringify([profile, bytes])
    const trials = this.#found.get(key) ?? { turns: [], last: load }
    this.#found.set(key, trials)
    if (trials.turns.length > 0 && trials.last === load) return trials.turns.at(-1) ?? null
    if (trials.turns.length === TRIALS) return null
    trials.last = load
    trials.turns.push(await load.limit({ profile, bytes, serverCore, durationMs: DURATION_MS }))
    return trials.turns.at(-1) ?? null
  }
}
