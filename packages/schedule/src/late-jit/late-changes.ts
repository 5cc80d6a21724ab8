import { NOTHING_NEEDED, type WarmUpNeed } from '../launch/warm-up.ts'
import type { LateChange } from './late-change.ts'

/** No two processes are optimised after exactly as many iterations. */
const MARGIN = 1.2

/** Of one contender. */
const MOST_LOOKS = 3

/**
 * Knows of each contender whether it comes to another speed later than a warm-up lasts. Each is looked at once; where a
 * change was found it is looked at again, until one look agrees with another. Noise does not come twice at about the same
 * place: a change that was seen twice is the contender's own.
 */
export class LateChanges<Contender> {
  readonly #looks = new Map<Contender, (LateChange | null)[]>()

  /** Whether a contender has to be looked at, or once more. */
  wantsLook(contender: Contender): boolean {
    const looks = this.#looks.get(contender) ?? []
    return looks[0] !== null && looks.length < MOST_LOOKS && !agreedBy(looks)
  }

  /** Takes note of a look at a contender, which changed its speed there, or did not. */
  looked(contender: Contender, change: LateChange | null): void {
    this.#looks.set(contender, [...(this.#looks.get(contender) ?? []), change])
  }

  /**
   * Returns the late change of a contender: the later one of two that agree, or the last one while no look has spoken
   * against it, since a launch that is warmed up for too long only costs time. Null where there is none, undefined where
   * nobody looked.
   */
  of(contender: Contender): LateChange | null | undefined {
    const looks = this.#looks.get(contender) ?? []
    const agreed = agreedBy(looks)
    if (agreed) return agreed
    return looks.length >= MOST_LOOKS ? null : looks.at(looks[0] === null ? 0 : -1)
  }
}

function agreedBy(looks: readonly (LateChange | null)[]): LateChange | undefined {
  const changes = looks.filter(change => change !== null)
  const pair = changes
    .flatMap((first, index) => changes.slice(index + 1).map(second => [first, second] as const))
    .find(([first, second]) => areAlike(first, second))
  return pair?.toSorted((a, b) => b.iterations - a.iterations)[0]
}

/** Returns what a launch has to do to be weighed after a late change; nothing where there is none. */
export function needBeyond(change: LateChange | null | undefined): WarmUpNeed {
  return !change ? NOTHING_NEEDED : { lookNs: 0, iterations: Math.ceil(MARGIN * change.iterations) }
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
