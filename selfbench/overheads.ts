import type { Trial } from './trial-file.ts'

type Kind = Pick<Trial, 'tool' | 'runtime' | 'case'>

/** How much of what a trial was off is made good in the next. */
const GAIN = 0.7

/**
 * The overhead of a launch of each tool, learned from its earlier trials, so that all use the same time from command to
 * output. It does not depend on the measured values.
 */
export class Overheads {
  readonly #seconds = new Map<string, number>()

  of(kind: Kind, firstGuessSeconds: number): number {
    return this.#seconds.get(keyOf(kind)) ?? firstGuessSeconds
  }

  /** Learns from a trial that was to take `seconds`; nothing from one that failed. */
  learn(
    { outcome, overheadSeconds, ...kind }: Kind & Pick<Trial, 'outcome' | 'overheadSeconds'>,
    seconds: number,
  ): void {
    if (outcome === null) return
    const off = (outcome.wallSeconds - seconds) / outcome.launches.length
    this.#seconds.set(keyOf(kind), overheadSeconds + GAIN * off)
  }
}

function keyOf({ tool, runtime, case: name }: Kind): string {
  return [tool, runtime, name].join(' ')
}
