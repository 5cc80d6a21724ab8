import type { LoadProcess, LoadProfile, LoadTurn } from '@steelyard/load'
import type { ContenderPlan } from '../plan/plan.ts'
import { isClosed } from './server-launch.ts'

const DURATION_MS = 500

/** Launches that measure it; one alone may have met a disturbance of the machine. */
const TRIALS = 3

/** What the load generator reaches at best, found in the first launches of each group for every load and length of answer. */
export class GeneratorLimits {
  /** One for each launch that measured it, by its load process. */
  readonly #found = new Map<string, readonly { readonly load: LoadProcess; readonly turn: LoadTurn }[]>()

  /**
   * Returns a turn against canned bytes, the same one for all servers of a launch; null in launches that do not
   * measure it, and for a load whose rate the generator does not decide.
   */
  async limitFor(
    profile: LoadProfile,
    bytes: number,
    load: LoadProcess,
    serverCore: number | null,
    group: readonly ContenderPlan[],
  ): Promise<LoadTurn | null> {
    if (!isClosed(profile)) return null
    const key = JSON.stringify([profile, bytes, group])
    const trials = this.#found.get(key) ?? []
    const last = trials.at(-1)
    if (last?.load === load) return last.turn
    if (trials.length === TRIALS) return null
    const turn = await load.limit({ profile, bytes, serverCore, durationMs: DURATION_MS })
    this.#found.set(key, [...trials, { load, turn }])
    return turn
  }
}
