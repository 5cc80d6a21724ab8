import { contendedSamples } from './contended.ts'
import type { Steadiness, Window } from './window.ts'

/** A smaller mode is a few outliers. */
const SMALLEST_SHARE = 0.2
const SMALLEST_KIND = 3

/** Returns the steadiness of a launch from its last window. */
export function steadinessOf(window: Window): Steadiness {
  if (changedSpeed(window.wallNs)) return 'never steady'
  const { state } = window.warmup
  const contended = contendedSamples(window)
  const own = window.wallNs.filter((_, index) => contended[index] !== true)
  return state === 'steady' && fallsIntoTwoKinds(own) ? 'bimodal' : state
}

/**
 * Whether samples have two modes, each a fifth of them or more, with a gap between the slowest of one and the fastest of
 * the other that exceeds the noise of a busy neighbour: code now fast, now slow, or garbage collection in some of them.
 */
export function fallsIntoTwoKinds(samplesNs: readonly number[]): boolean {
  const sorted = samplesNs.toSorted((a, b) => a - b)
  const smallest = Math.max(SMALLEST_KIND, Math.ceil(SMALLEST_SHARE * sorted.length))
  return sorted.some((slower, index) => {
    const faster = sorted[index - 1] ?? 0
    const isApart = faster > 0 && Math.log(slower / faster) > BEYOND_NOISE
    return isApart && index >= smallest && sorted.length - index >= smallest
  })
}

/** A busy neighbour slows the fastest of many batches up to twofold; a larger change comes from the code. */
export const BEYOND_NOISE: number = Math.log(2.2)

/** With fewer batches in a third a change cannot be distinguished from noise. */
const SMALLEST_THIRD = 3

/**
 * Whether a contender changed its speed by more than 2.2 × within a window: optimised late, or deoptimised. Compares the
 * fastest of the first third of batches, in their order, with that of the last, since noise only adds time. Smaller
 * changes are like noise: they stay in the window and widen the interval.
 */
export function changedSpeed(samplesNs: readonly number[]): boolean {
  const third = Math.floor(samplesNs.length / 3)
  if (third < SMALLEST_THIRD) return false
  const first = Math.min(...samplesNs.slice(0, third))
  const last = Math.min(...samplesNs.slice(-third))
  return first <= 0 || last <= 0 || Math.abs(Math.log(last / first)) > BEYOND_NOISE
}
