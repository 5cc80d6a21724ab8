import { quantile } from '../descriptive/quantile.ts'
import { latenessOf, type MeterWakes, stallsOf } from './stalls.ts'

/** How often and how long a core stood still while it was watched. Nanoseconds. */
export interface Pauses {
  readonly watchedNs: number
  /** What the meter saw of all stalls; it misses half a sleep of each on average. */
  readonly lostNs: number
  readonly count: number
  /** Median length of its stalls; null without a stall. */
  readonly p50Ns: number | null
  readonly p90Ns: number | null
  readonly p99Ns: number | null
  readonly longestNs: number | null
  readonly thresholdNs: number
}

/** Returns the stalls of one watch; null where it was too short to know what is ordinary. */
export function pausesOf(wakes: MeterWakes & { readonly sleptNs: ArrayLike<number> }): Pauses | null {
  const lateness = latenessOf(wakes)
  if (lateness === null) return null
  const lengths = stallsOf(wakes, lateness).map(({ startNs, endNs }) => endNs - startNs)
  const at = (share: number) => (lengths.length === 0 ? null : quantile(lengths, share))
  return {
    watchedNs: (wakes.wokeNs[wakes.wokeNs.length - 1] ?? 0) - (wakes.sleptNs[0] ?? 0),
    lostNs: lengths.reduce((sum, ns) => sum + ns, 0),
    count: lengths.length,
    p50Ns: at(0.5),
    p90Ns: at(0.9),
    p99Ns: at(0.99),
    longestNs: at(1),
    thresholdNs: lateness.thresholdNs,
  }
}
