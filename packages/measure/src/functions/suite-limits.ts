import { LIMITS, type Limits } from '@steelyard/launcher'

/** Honest setups take less, also on a slow machine. */
const SHORTEST_MS = 2000

/** A case that never ends gets this part of what such cases have left of their suite's time. */
const SHARE = 1 / 3

/** Limits of the contenders of a suite, which grow shorter by the time that lost launches have taken. */
export class SuiteLimits implements Limits {
  readonly startMs: number = LIMITS.startMs
  readonly memoryBytes: number = LIMITS.memoryBytes
  #leftMs: number

  constructor(suiteNs: number) {
    this.#leftMs = suiteNs / 1e6
  }

  get commandMs(): number {
    const sharedMs = 100 * Math.round((SHARE * this.#leftMs) / 100)
    return Math.min(LIMITS.commandMs, Math.max(SHORTEST_MS, sharedMs))
  }

  /** Records a launch that gave nothing. */
  lost(launchNs: number): void {
    this.#leftMs -= launchNs / 1e6
  }
}
