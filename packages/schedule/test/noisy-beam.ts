import type { Random } from '@steelyard/stats'
import type { Batch, Contender } from '../src/launch/batch.ts'

/** A busy neighbour: it comes and goes, and what runs meanwhile takes up to twice as long. */
const QUIET_NS = 300e6
const BURST_NS = 100e6
const LARGEST_BURST = 1

/** What coming back to the core costs a contender. */
export interface Refill {
  /** Extra time after another contender ran, in all; told who that was. */
  readonly refillNs: (before: number) => number
  /** The extra time spreads evenly over this much work of its own. */
  readonly overNs: number
}

export interface NoisyOptions {
  readonly iterationNs: number
  /** What the noise makes of a batch: a factor of its time. Told whether the batch is timed. */
  readonly factor: (timed: boolean) => number
  readonly refill?: Refill
}

/** A core that contenders share, whose clock only their work moves, and on which a neighbour's bursts fall on all. */
export class NoisyBeam {
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
    const work = (iterations: number, timed: boolean): Batch => {
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
      leadIn: async iterations => void work(iterations, false),
      warm: async iterations => work(iterations, false).wallNs,
      run: async iterations => work(iterations, true),
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
