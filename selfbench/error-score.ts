import {
  type Estimate,
  mean,
  median,
  proportion,
  quantile,
  quantileLowerBound,
  quantileUpperBound,
  studentQuantile,
} from '@steelyard/stats'

/** How far off a comparison of a thing with itself comes out; all in log ratio, where 0.01 is about 1 %. */
export interface ErrorScore {
  readonly n: number
  readonly median: number
  readonly rootMeanSquare: number
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
const FEWEST_BLOCKS = 3

/** Scores log ratios whose truth is 0; RangeError when there are none. */
export function scoreErrors(logRatios: readonly number[]): ErrorScore {
  const off = logRatios.map(Math.abs)
  return {
    n: off.length,
    median: median(off),
    rootMeanSquare: rootMeanSquare(off),
    p95: quantile(off, TAIL),
    p95Upper: quantileUpperBound(off, TAIL, LEVEL),
    worst: Math.max(...off),
    beyondFivePercent: proportion(off.filter(error => error > FIVE_PERCENT).length, off.length, LEVEL),
  }
}

/**
 * Returns how many times larger the root mean square of `others` is than that of `own`, trial by trial in pairs.
 *
 * The interval is Student's t over the delete-one jackknife of the log of the ratio (Tukey 1958): it keeps what two
 * tools saw together together, and asks for no shape of the errors.
 */
export function ratioOfErrors(others: readonly number[], own: readonly number[]): Bounded {
  const n = others.length
  const log = (skip: number) =>
    Math.log(rootMeanSquare(without(others, skip)) / rootMeanSquare(without(own, skip)))
  const all = log(-1)
  if (n < FEWEST_BLOCKS) return { value: Math.exp(all), lower: null, upper: null, n }
  const left = others.map((_, skip) => log(skip))
  const middle = mean(left)
  const spread = Math.sqrt(((n - 1) / n) * left.reduce((sum, value) => sum + (value - middle) ** 2, 0))
  const half = studentQuantile((1 + LEVEL) / 2, n - 1) * spread
  return { value: Math.exp(all), lower: Math.exp(all - half), upper: Math.exp(all + half), n }
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

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(mean(values.map(value => value * value)))
}

function without(values: readonly number[], skip: number): readonly number[] {
  return skip < 0 ? values : values.filter((_, index) => index !== skip)
}
