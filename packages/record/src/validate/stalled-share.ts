import type { ComparisonRecord, WithoutStallsRecord } from '../record.ts'

/** Returns the share of the batches of both sides that stalls of the core took, 0 to 1. */
export function stalledShare({ base, head }: Pick<WithoutStallsRecord, 'base' | 'head'>): number {
  const rawNs = base.rawNs + head.rawNs
  return rawNs > 0 ? (base.claimedNs + head.claimedNs) / rawNs : 0
}

/** Returns the estimator of the ratios that are stated without stalls; null where there are none. */
export function statedEstimator(comparisons: readonly ComparisonRecord[]): string | null {
  const found = comparisons.find(({ asTimed }) => asTimed !== null)
  return found?.withoutStalls?.estimator ?? null
}
