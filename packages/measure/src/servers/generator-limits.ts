import type { LoadProcess, LoadProfile, LoadTurn } from '@steelyard/load'
import { isClosed } from './server-launch.ts'

const DURATION_MS = 500

/** Launches that measure it; one alone may have met a disturbance of the machine. */
const TRIALS = 3

interface Trials {
  readonly turns: LoadTurn[]
  /** The load process of the last launch that measured it. */
  last: LoadProcess
}

/** What the load generator reaches at best, found in the first launches for every load and length of answer. */
export class GeneratorLimits {
  readonly #found = new Map<string, Trials>()

  /**
   * Returns a turn against canned bytes, the same one for all servers of a launch; null in launches that do not
   * measure it, and for a load whose rate the generator does not decide.
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
