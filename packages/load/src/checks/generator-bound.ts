import { histogramMean, mergeHistograms, sum } from '@steelyard/stats'
import type { LoadTurn } from '../turn/load-turn.ts'

const BOUND_RATE_SHARE = 0.9
const BOUND_CPU_SHARE = 0.95
const BOUND_LATENESS_SHARE = 0.1

/** Why the generator decided: what it sent late ÷ the latency, its rate ÷ the one in `limit`, or the time it was busy. */
export type GeneratorBound =
  | { readonly code: 'generator-late'; readonly latencyShare: number }
  | { readonly code: 'generator-rate'; readonly rateShare: number }
  | { readonly code: 'generator-busy'; readonly timeShare: number }

/**
 * Returns why the generator, not the server, decided what `turns` found; null when it did not.
 * Three rules, fixed before anything is measured:
 *
 * 1. not `open`: the rate is at least 0.9 of the rate in `limit`, turns of the same profile and response length
 *    against canned bytes. With 100 requests or more under way the rate of two stations in a row is that of the
 *    slower one, so that a server below 0.9 is its own limit unless a response of it costs the generator a tenth
 *    more than canned bytes do; the second rule sees that;
 * 2. not `open`: the generator was busy for at least 0.95 of the window;
 * 3. `open`: requests were sent later than intended by at least 0.1 of the mean latency, on average.
 */
export function generatorBound(
  turns: readonly LoadTurn[],
  limit: readonly LoadTurn[],
): GeneratorBound | null {
  const lateness = turns.flatMap(({ latenessNs }) => latenessNs ?? [])
  if (lateness.length > 0) {
    const [late, latency] = [mergeHistograms(lateness), mergeHistograms(turns.map(turn => turn.latencyNs))]
    if (late.count === 0) return null
    const share = histogramMean(late) / histogramMean(latency)
    return share >= BOUND_LATENESS_SHARE ? { code: 'generator-late', latencyShare: share } : null
  }
  const share = ratePerSecond(turns) / ratePerSecond(limit)
  if (share >= BOUND_RATE_SHARE) return { code: 'generator-rate', rateShare: share }
  const busy = sum(turns.map(turn => turn.generatorCpuNs)) / sum(turns.map(turn => turn.durationNs))
  if (busy >= BOUND_CPU_SHARE) return { code: 'generator-busy', timeShare: busy }
  return null
}

/** Returns the responses per second over all turns; NaN without turns, for which every comparison is false. */
function ratePerSecond(turns: readonly LoadTurn[]): number {
  return (sum(turns.map(turn => turn.requests)) / sum(turns.map(turn => turn.durationNs))) * 1e9
}
