import { checkBetween, checkPositive, checkWhole } from '../descriptive/check-number.ts'
import { launchQuantile } from './estimate.ts'

/** The most launches that `launchesNeeded` ever asks for: more is another machine's task. */
export const MAXIMUM_LAUNCHES = 10_000

interface Precision {
  /** Standard deviation between launches, in log; 0 or more. */
  readonly standardDeviation: number
  /** The wanted half-width as a fraction (0.01 is 1 %), in log; greater than 0. */
  readonly halfWidth: number
  /** The launches already made. */
  readonly launches: number
}

/**
 * Returns how many launches in total bring the interval to the wanted half-width if the spread stays: at least 2 and those
 * already made, otherwise at most MAXIMUM_LAUNCHES. A forecast, not a stopping rule. RangeError if the standard deviation
 * is negative, the half-width not positive or `launches` not a count.
 */
export function launchesNeeded({ standardDeviation, halfWidth, launches }: Precision): number {
  checkBetween('the standard deviation', standardDeviation, 0, Number.MAX_VALUE)
  checkPositive('the half-width', halfWidth)
  checkWhole('the number of launches', launches, 0)
  return Math.max(launches, fewestLaunches(standardDeviation / halfWidth))
}

/** Bisects for the fewest launches n with quantile × spread ÷ √n ≤ 1; the left side falls as n grows. */
function fewestLaunches(spread: number): number {
  let fewest = 2
  let enough = MAXIMUM_LAUNCHES
  while (fewest < enough) {
    const middle = Math.floor((fewest + enough) / 2)
    if (launchQuantile(middle - 1) * spread <= Math.sqrt(middle)) enough = middle
    else fewest = middle + 1
  }
  return fewest
}
