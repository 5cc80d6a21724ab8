import type { MeterReadings } from '@steelyard/launcher'
import { pausesOf } from '@steelyard/stats'

/** What stalls took of the cores of a run, wherever they were watched so far. */
export class StallHistory {
  #watchedNs = 0
  #lostNs = 0

  add(readings: MeterReadings): void {
    const pauses = pausesOf(readings)
    if (pauses === null) return
    this.#watchedNs += pauses.watchedNs
    this.#lostNs += pauses.lostNs
  }

  /** How long a core was watched. */
  get watchedNs(): number {
    return this.#watchedNs
  }

  /** The share of the time that stalls took; null where none was watched. */
  get share(): number | null {
    return this.#watchedNs > 0 ? this.#lostNs / this.#watchedNs : null
  }
}
