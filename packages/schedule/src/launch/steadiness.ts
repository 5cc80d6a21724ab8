import { contendedSamples } from './contended.ts'
import { BEYOND_NOISE, changedSpeed } from './speed-change.ts'
import type { Steadiness, Window } from './window.ts'

/** A smaller mode is a few outliers. */
const SMALLEST_SHARE = 0.2
const SMALLEST_KIND = 3

/** Returns the steadiness of a launch from its last window. */
export function steadinessOf(window: Window): Steadiness {
  if (changedSpeed(window.wallNs)) return 'never steady'
  const contended = contendedSamples(window)
  const own = window.wallNs.filter((_, index) => contended[index] !== true)
  return fallsIntoTwoKinds(own) ? 'bimodal' : window.warmup.state
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
