import type { MeterReadings } from '@steelyard/launcher'
import { latenessOf, stallsOf } from '@steelyard/stats'

/** What stalls took of the cores of a run, wherever they were watched so far. */
export class StallHistory {
  #watchedNs = 0
  #lostNs = 0

  add(readings: MeterReadings): void {
    const lateness = latenessOf(readings)
    if (lateness === null) return
    this.#watchedNs += (readings.wokeNs.at(-1) ?? 0) - (readings.sleptNs[0] ?? 0)
    this.#lostNs += stallsOf(readings, lateness).reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0)
  }

  /** The share of the time that stalls took; null where none was watched. */
  get share(): number | null {
    return this.#watchedNs > 0 ? this.#lostNs / this.#watchedNs : null
  }
}
