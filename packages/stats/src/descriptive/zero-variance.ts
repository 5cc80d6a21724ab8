// No clock resolves a part in 10^12: logs that differ by less are equal but for rounding.
const ROUNDING = 1e-12

/** Returns whether log ratios are all the same but for rounding, also when there is one or none. */
export function lacksVariance(logRatios: readonly number[]): boolean {
  return Math.max(...logRatios) - Math.min(...logRatios) <= ROUNDING
}
