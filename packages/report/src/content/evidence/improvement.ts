import type { EstimateRecord } from '@steelyard/record'

/** Change of the rate, iterations in a time, from base to head: as Node's own benchmarks report a difference. */
export interface Improvement {
  /** A fraction: 0.1 is a tenth more iterations in the same time. */
  readonly value: number
  /** Half of its interval. */
  readonly accuracy: number
}

/** Returns what a ratio of times, head ÷ base, is as a change of the rate. */
export function improvementOf({ value, lower, upper }: EstimateRecord): Improvement {
  return { value: 1 / value - 1, accuracy: (1 / lower - 1 / upper) / 2 }
}

/** Returns `-12.46 %`, two digits after the point as compare.R has them. */
export function percentText(fraction: number): string {
  const text = (100 * fraction).toFixed(2)
  return `${text === '-0.00' ? '0.00' : text} %`
}
