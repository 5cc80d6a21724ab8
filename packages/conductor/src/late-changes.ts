import type { LateChange } from './late-change.ts'
import { NOTHING_NEEDED, type WarmUpNeed } from './warm-up.ts'

/** No two processes are optimised after exactly as many iterations. */
const MARGIN = 1.2

/** Of launches in which a contender was looked at. */
const MOST_LOOKS = 3

/**
 * Knows of each contender whether it comes to another speed later than a warm-up lasts. The first launch of each warms it
 * up for longer and looks; where it found a change the next ones look too, until one agrees with another. Noise does not
 * come twice at about the same place: a change that was seen twice is the contender's own, and from then on every launch
 * warms up beyond it.
 */
export class LateChanges<Contender> {
  readonly #lookNs: number
  readonly #looks = new Map<Contender, (LateChange | null)[]>()

  /** @param lookNs how long a warm-up that looks may last; 0 for none */
  constructor(lookNs: number) {
    this.#lookNs = lookNs
  }

  /** Returns what the next launch of a contender has to do before it is weighed. */
  needOf(contender: Contender): WarmUpNeed {
    const change = this.of(contender)
    if (change !== null) return needBeyond(change)
    const looks = this.#looks.get(contender) ?? []
    const isOver = looks[0] === null || looks.length === MOST_LOOKS
    return isOver ? NOTHING_NEEDED : { lookNs: this.#lookNs, iterations: 0 }
  }

  /** Takes note of a launch that looked, in which the contender changed its speed there, or did not. */
  looked(contender: Contender, change: LateChange | null): void {
    this.#looks.set(contender, [...(this.#looks.get(contender) ?? []), change])
  }

  /** Returns the late change of a contender, the later one of two that agree; null where there is none, or not yet. */
  of(contender: Contender): LateChange | null {
    const changes = (this.#looks.get(contender) ?? []).filter(change => change !== null)
    const pair = changes
      .flatMap((first, index) => changes.slice(index + 1).map(second => [first, second] as const))
      .find(([first, second]) => areAlike(first, second))
    return pair?.toSorted((a, b) => b.iterations - a.iterations)[0] ?? null
  }
}

/** Returns what a launch has to do to be weighed after a late change; nothing where there is none. */
export function needBeyond(change: LateChange | null): WarmUpNeed {
  return change === null ? NOTHING_NEEDED : { lookNs: 0, iterations: Math.ceil(MARGIN * change.iterations) }
}

/** How many times more iterations one may have had before the change than the other, and how unlike the changes may be. */
const ALIKE_PLACE = 1.4
const ALIKE_CHANGE = 1.5

function areAlike(first: LateChange, second: LateChange): boolean {
  return (
    factorBetween(first.iterations, second.iterations) < ALIKE_PLACE &&
    factorBetween(first.speedUp, second.speedUp) < ALIKE_CHANGE
  )
}

function factorBetween(a: number, b: number): number {
  return Math.max(a / b, b / a)
}
