import { NOTHING_NEEDED, type WarmUpNeed } from '../launch/warm-up.ts'
import type { LateChange } from './late-change.ts'

/** Processes differ in the iterations after which they are optimised. */
const MARGIN = 1.2

const MOST_PROBES = 3

/**
 * Collects probes of contenders for late changes of speed. Each contender is probed once; one with a change is probed
 * again, until two probes agree. Noise seldom comes twice after about as many iterations: a change found twice is the
 * contender's.
 */
export class LateChanges<Contender> {
  readonly #probes = new Map<Contender, (LateChange | null)[]>()

  /** Whether a contender needs a first or another probe. */
  needsProbe(contender: Contender): boolean {
    const probes = this.#probes.get(contender) ?? []
    return probes[0] !== null && probes.length < MOST_PROBES && !agreedBy(probes)
  }

  /** Adds the result of a probe, null where the speed did not change; returns whether another is needed. */
  add(contender: Contender, change: LateChange | null): boolean {
    this.#probes.set(contender, [...(this.#probes.get(contender) ?? []), change])
    return this.needsProbe(contender)
  }

  /**
   * Returns the late change of a contender: the later of two that agree, or the last found while probes are left, since too
   * long a warm-up only costs time. Null where there is none, undefined without a probe.
   */
  of(contender: Contender): LateChange | null | undefined {
    const probes = this.#probes.get(contender) ?? []
    const agreed = agreedBy(probes)
    if (agreed) return agreed
    return probes.length >= MOST_PROBES ? null : (probes.findLast(Boolean) ?? probes[0])
  }
}

function agreedBy(probes: readonly (LateChange | null)[]): LateChange | undefined {
  const changes = probes.filter(change => change !== null)
  const pair = changes
    .flatMap((first, index) => changes.slice(index + 1).map(second => [first, second] as const))
    .find(([first, second]) => areAlike(first, second))
  return pair?.toSorted((a, b) => b.iterations - a.iterations)[0]
}

/** Returns the warm-up that a launch needs to be measured after a late change; none without one. */
export function needBeyond(change: LateChange | null | undefined): WarmUpNeed {
  return !change ? NOTHING_NEEDED : { probeNs: 0, iterations: Math.ceil(MARGIN * change.iterations) }
}

/** The largest ratios of iterations before two changes that agree, and of the changes. */
const ALIKE_ITERATIONS = 1.4
const ALIKE_SPEED_UP = 1.5

function areAlike(first: LateChange, second: LateChange): boolean {
  return (
    factorBetween(first.iterations, second.iterations) < ALIKE_ITERATIONS &&
    factorBetween(first.speedUp, second.speedUp) < ALIKE_SPEED_UP
  )
}

function factorBetween(a: number, b: number): number {
  return Math.max(a / b, b / a)
}
