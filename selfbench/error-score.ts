import { median, proportion, quantile, quantileLowerBound, quantileUpperBound } from '@steelyard/stats'

/** How far off a comparison of a thing with itself comes out; all in log ratio, where 0.01 is about 1 %. */
export type ErrorScore = ReturnType<typeof scoreErrors>
export type Bounded = ReturnType<typeof boundedMedian>

const LEVEL = 0.95
export const TAIL = 0.95
/** The fewest trials that can bound a 95th percentile from above: 0.95^n ≤ 0.05. */
export const TRIALS_FOR_BOUND = Math.ceil(Math.log(1 - LEVEL) / Math.log(TAIL))

const FIVE_PERCENT = Math.log(1.05)

/** Scores log ratios whose truth is 0; RangeError when there are none. */
export function scoreErrors(logRatios: readonly number[]) {
  const off = logRatios.map(Math.abs)
  return {
    n: off.length,
    median: median(off),
    p95: quantile(off, TAIL),
    /** The 95th percentile is below this with 95 % confidence; null when the trials are too few to say. */
    p95Upper: quantileUpperBound(off, TAIL, LEVEL),
    worst: Math.max(...off),
    beyondFivePercent: proportion(off.filter(error => error > FIVE_PERCENT).length, off.length),
  }
}

/** Returns the median with its distribution-free 95 % interval; null bounds when the trials are too few to say. */
export function boundedMedian(values: readonly number[]) {
  const each = (1 + LEVEL) / 2
  return {
    value: median(values),
    lower: quantileLowerBound(values, 0.5, each),
    upper: quantileUpperBound(values, 0.5, each),
    n: values.length,
  }
}
