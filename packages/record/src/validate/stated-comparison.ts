import type { ComparisonRecord, EstimateRecord } from '../record.ts'

/** A comparison as it is stated. */
export interface StatedComparison extends ComparisonRecord {
  /** The ratio as timed, where `ratio` is without stalls. */
  readonly timedRatio?: EstimateRecord
}

/**
 * Returns a comparison with the ratio and the verdict that reports and exit codes state: those without stalls of the core
 * where the record judges them, and those as timed elsewhere.
 */
export function statedComparison(comparison: StatedComparison): StatedComparison {
  const { ratio = null, judgement } = comparison.withoutStalls ?? {}
  if (judgement === undefined || comparison.timedRatio !== undefined) return comparison
  const stated = { ...comparison, ...judgement }
  // Where void launches leave no ratio, the ratio as timed is left.
  return ratio === null ? stated : { ...stated, ratio, timedRatio: comparison.ratio }
}

/** Returns the estimator of the ratios that are stated without stalls; null where there are none. */
export function statedEstimator(comparisons: readonly ComparisonRecord[]): string | null {
  const found = comparisons.find(({ withoutStalls }) => withoutStalls?.judgement !== undefined)
  return found?.withoutStalls?.estimator ?? null
}
