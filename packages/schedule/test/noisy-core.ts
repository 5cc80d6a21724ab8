import type { Random } from '@steelyard/stats'
import type { Batch, Contender } from '../src/launch/batch.ts'

/** A busy neighbour that comes and goes; it slows the core up to twofold. */
const QUIET_NS = 300e6
const BURST_NS = 100e6
const LARGEST_BURST = 1

/** The cost of a contender's return to the core. */
export interface Refill {
  /** Total extra time after the contender with the index `before` ran. */
  readonly refillNs: (before: number) => number
  /** The extra time spreads evenly over this much of its own time. */
  readonly overNs: number
}

export interface NoisyOptions {
  readonly iterationNs: number
  /** Noise of a batch, as a factor of its time; takes whether the batch is timed. */
  readonly factor: (timed: boolean) => number
  readonly refill?: Refill
}

/** A core that contenders share, with a clock that only they advance, and with a neighbour's bursts. */
export class NoisyCore {
  nowNs = 0
  readonly #random: Random
  #burst = 0
  #burstEndsNs = 0
  #last = -1
  #count = 0

  constructor(random: Random, hasNeighbour: boolean) {
    this.#random = random
    if (!hasNeighbour) this.#burstEndsNs = Number.POSITIVE_INFINITY
  }

  contender({ iterationNs, factor, refill }: NoisyOptions): Contender {
    const index = this.#count++
    let perNs = 0
    let leftNs = 0
    const execute = (iterations: number, timed: boolean): Batch => {
      if (iterations === 0) return { wallNs: 0, hostNs: 0, cpuNs: 0 }
      const pureNs = iterations * iterationNs
      if (refill && this.#last !== index && this.#last >= 0) {
        perNs = refill.refillNs(this.#last) / refill.overNs
        leftNs = refill.overNs
      }
      this.#last = index
      const slowedNs = Math.min(leftNs, pureNs)
      leftNs -= slowedNs
      const wallNs = (pureNs + slowedNs * perNs) * factor(timed) * this.#neighbour()
      this.nowNs += wallNs
      return { wallNs, hostNs: wallNs, cpuNs: wallNs }
    }
    return {
      leadIn: async iterations => void execute(iterations, false),
      warm: async iterations => execute(iterations, false),
      run: async iterations => execute(iterations, true),
    }
  }

  /** Returns the factor by which the neighbour slows the core now; its times are exponential. */
  #neighbour(): number {
    while (this.#burstEndsNs <= this.nowNs) {
      this.#burst = this.#burst > 0 ? 0 : LARGEST_BURST * this.#random.next()
      this.#burstEndsNs -= (this.#burst > 0 ? BURST_NS : QUIET_NS) * Math.log(1 - this.#random.next())
    }
    return 1 + this.#burst
  }
}
