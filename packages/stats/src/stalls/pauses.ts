import { quantile } from '../descriptive/quantile.ts'
import { latenessOf, type MeterWakes, stallsOf } from './stalls.ts'

/**
 * Returns how often and how long a core stood still in one watch; null where it was too short to know what is ordinary.
 * Nanoseconds.
 */
export function pausesOf(wakes: MeterWakes & { readonly sleptNs: ArrayLike<number> }) {
  const lateness = latenessOf(wakes)
  if (lateness === null) return null
  const lengths = stallsOf(wakes, lateness).map(({ startNs, endNs }) => endNs - startNs)
  const at = (share: number) => (lengths.length === 0 ? null : quantile(lengths, share))
  return {
    watchedNs: (wakes.wokeNs[wakes.wokeNs.length - 1] ?? 0) - (wakes.sleptNs[0] ?? 0),
    /** What the meter saw of all stalls; it misses half a sleep of each on average. */
    lostNs: lengths.reduce((sum, ns) => sum + ns, 0),
    count: lengths.length,
    /** Median length of its stalls; null without a stall. */
    p50Ns: at(0.5),
    p90Ns: at(0.9),
    p99Ns: at(0.99),
    longestNs: at(1),
    thresholdNs: lateness.thresholdNs,
  }
}
