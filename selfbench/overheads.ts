import type { RuntimeName } from '@steelyard/runners'
import type { CaseName } from './cases/index.js'

interface Kind {
  readonly tool: string
  readonly runtime: RuntimeName
  readonly case: CaseName
}

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

  /** Learns from a trial that was given `seconds` and `overheadSeconds`, and took `wallSeconds` in all. */
  learn(
    kind: Kind,
    trial: { readonly overheadSeconds: number; readonly wallSeconds: number; readonly launches: number },
    seconds: number,
  ): void {
    const off = (trial.wallSeconds - seconds) / trial.launches
    this.#seconds.set(keyOf(kind), trial.overheadSeconds + GAIN * off)
  }
}

function keyOf({ tool, runtime, case: name }: Kind): string {
  return [tool, runtime, name].join(' ')
}
