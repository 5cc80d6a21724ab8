import type { RuntimeName } from '@steelyard/runners'
import type { CaseName } from './cases/index.js'
import type { Variant } from './trial.ts'

interface Kind {
  readonly tool: string
  readonly runtime: RuntimeName
  readonly variant: Variant
  readonly case: CaseName
}

/** How much of what a trial was off is made good in the next. */
const GAIN = 0.7

/**
 * What a launch of each tool takes besides measuring, learned from its earlier trials, so that all come to use the
 * same time from command to answer. Nothing that was measured has a part in it.
 */
export class Overheads {
  readonly #seconds = new Map<string, number>()

  of(kind: Kind, firstGuessSeconds: number): number {
    return this.#seconds.get(keyOf(kind)) ?? firstGuessSeconds
  }

  /** Learns from a trial that was given `seconds`, was told `overheadSeconds`, and took `wallSeconds` in all. */
  learn(
    kind: Kind,
    trial: { readonly overheadSeconds: number; readonly wallSeconds: number; readonly launches: number },
    seconds: number,
  ): void {
    const off = (trial.wallSeconds - seconds) / trial.launches
    this.#seconds.set(keyOf(kind), trial.overheadSeconds + GAIN * off)
  }
}

function keyOf({ tool, runtime, variant, case: name }: Kind): string {
  return [tool, runtime, variant, name].join(' ')
}
