import { checkFinite } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { lacksVariance, mean } from '../descriptive/moments.ts'

const FEWEST_LAUNCHES = 8

// A smaller cluster is an outlier or two, which the interval already pays for.
const SMALLEST_CLUSTER_SHARE = 0.2
const SMALLEST_CLUSTER = 2

// Normal values split at their mean have 2/π of their variance between the halves, and the best split of n of
// them exceeds that by a chance of the order 1/√n. The factor is calibrated: `splitShare` of 20 000 simulated
// normal samples for each of 21 values of n from 8 to 50; their 98.5 % quantile was 2/π + (0.81 to 0.84)/√n
// throughout.
const NORMAL_SHARE = 2 / Math.PI
const CHANCE_FACTOR = 0.84

/**
 * Returns whether `logRatios`, one per launch, look like two kinds of launches: whether the best split into two clusters
 * explains more of the sum of squares than in normal values, with false alarms under 2 %. False under 8 launches; a
 * cluster under a fifth of the launches is not seen. RangeError if a value is not finite.
 */
export function looksBimodal(logRatios: readonly number[]): boolean {
  checkFinite('log ratios', logRatios)
  if (logRatios.length < FEWEST_LAUNCHES || lacksVariance(logRatios)) return false
  return splitShare(logRatios) > NORMAL_SHARE + CHANCE_FACTOR / Math.sqrt(logRatios.length)
}

/** Returns the share, 0 to 1, of the sum of squares that the best two clusters of the values explain. */
function splitShare(values: readonly number[]): number {
  const smallest = Math.max(SMALLEST_CLUSTER, Math.ceil(SMALLEST_CLUSTER_SHARE * values.length))
  const { sorted, between } = bestCut(values, smallest)
  return between / sorted.reduce((sum, value) => sum + value ** 2, 0)
}

/**
 * Returns the cut of values with at least `smallest` on each side that leaves the least spread: how many lie below it, the
 * sum of squares between both sides, and the values in order less their mean.
 */
export function bestCut(values: readonly number[], smallest: number) {
  const center = mean(values)
  const sorted = Float64Array.from(values, value => value - center).sort()
  const n = sorted.length
  let best = { below: 0, between: 0 }
  let sumBelow = 0
  for (let below = 1; below <= n - smallest; below++) {
    sumBelow += elementAt(sorted, below - 1)
    // Both cluster sums are ± sumBelow.
    const between = (sumBelow ** 2 * n) / (below * (n - below))
    if (below >= smallest && between > best.between) best = { below, between }
  }
  return { ...best, center, sorted }
}
