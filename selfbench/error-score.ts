import {
  type Estimate,
  median,
  proportion,
  quantile,
  quantileLowerBound,
  quantileUpperBound,
} from '@steelyard/stats'

/** How far off a comparison of a thing with itself comes out; all in log ratio, where 0.01 is about 1 %. */
export interface ErrorScore {
  readonly n: number
  readonly median: number
  readonly p95: number
  /** The 95th percentile is below this with 95 % confidence; null when the trials are too few to say. */
  readonly p95Upper: number | null
  readonly worst: number
  /** Trials off by more than 5 %. */
  readonly beyondFivePercent: Estimate
}

/** An estimate with its 95 % interval; null bounds when the trials are too few to say. */
export interface Bounded {
  readonly value: number
  readonly lower: number | null
  readonly upper: number | null
  readonly n: number
}

export const LEVEL = 0.95
export const TAIL = 0.95
/** The fewest trials that can bound a 95th percentile from above: 0.95^n ≤ 0.05. */
export const TRIALS_FOR_BOUND = Math.ceil(Math.log(1 - LEVEL) / Math.log(TAIL))

const FIVE_PERCENT = Math.log(1.05)

/** Scores log ratios whose truth is 0; RangeError when there are none. */
export function scoreErrors(logRatios: readonly number[]): ErrorScore {
  const off = logRatios.map(Math.abs)
  return {
    n: off.length,
    median: median(off),
    p95: quantile(off, TAIL),
    p95Upper: quantileUpperBound(off, TAIL, LEVEL),
    worst: Math.max(...off),
    beyondFivePercent: proportion(off.filter(error => error > FIVE_PERCENT).length, off.length, LEVEL),
  }
}

/** Returns the median with its distribution-free 95 % interval. */
export function boundedMedian(values: readonly number[]): Bounded {
  const each = (1 + LEVEL) / 2
  return {
    value: median(values),
    lower: quantileLowerBound(values, 0.5, each),
    upper: quantileUpperBound(values, 0.5, each),
    n: values.length,
  }
}
