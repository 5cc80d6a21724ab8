import { checkBetween, checkPositive } from './check-number.ts'
import { sum } from './moments.ts'

/**
 * Counts of values by size, plain data that can be stored and merged. A bucket holds the values from
 * one step to the next, `STEPS_PER_OCTAVE` of equal width between a power of two and its double, so that its middle
 * differs from any value in it by at most `HISTOGRAM_RESOLUTION`.
 */
export interface Histogram {
  readonly count: number
  /** Exact, as are `min` and `max`; both of these are null when nothing was counted. */
  readonly sum: number
  readonly min: number | null
  readonly max: number | null
  /** Bucket and how many values it has, in ascending order of bucket; buckets without values are left out. */
  readonly buckets: readonly (readonly [bucket: number, count: number])[]
}

const STEPS_PER_OCTAVE = 128

/** The largest relative difference of a quantile of a histogram from the value that was counted: 0.4 %. */
export const HISTOGRAM_RESOLUTION: number = 1 / (2 * STEPS_PER_OCTAVE)

export const EMPTY_HISTOGRAM: Histogram = { count: 0, sum: 0, min: null, max: null, buckets: [] }

export class HistogramCounter {
  readonly #counts = new Map<number, number>()
  #count = 0
  #sum = 0
  #min = Infinity
  #max = 0

  /** Counts one value; RangeError unless it is finite and greater than 0. */
  add(value: number): void {
    checkPositive('a value of a histogram', value)
    const bucket = bucketOf(value)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1)
    this.#count++
    this.#sum += value
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
  }

  histogram(): Histogram {
    if (this.#count === 0) return EMPTY_HISTOGRAM
    return {
      count: this.#count,
      sum: this.#sum,
      min: this.#min,
      max: this.#max,
      buckets: [...this.#counts].sort(([a], [b]) => a - b),
    }
  }
}

export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  const counts = new Map<number, number>()
  for (const [bucket, count] of filled.flatMap(({ buckets }) => buckets)) {
    counts.set(bucket, (counts.get(bucket) ?? 0) + count)
  }
  if (filled.length === 0) return EMPTY_HISTOGRAM
  return {
    count: filled.reduce((sum, { count }) => sum + count, 0),
    sum: filled.reduce((total, { sum }) => total + sum, 0),
    min: Math.min(...filled.map(({ min }) => min ?? Infinity)),
    max: Math.max(...filled.map(({ max }) => max ?? 0)),
    buckets: [...counts].sort(([a], [b]) => a - b),
  }
}

/**
 * Returns the smallest counted value that at least the share `p` (0 to 1) of all values do not exceed, to within
 * `HISTOGRAM_RESOLUTION`; RangeError when nothing was counted or `p` is no share.
 */
export function histogramQuantile(histogram: Histogram, p: number): number {
  checkBetween('p', p, 0, 1)
  const { count, min, max, buckets } = histogram
  if (min === null || max === null) throw new RangeError('Cannot take a quantile of an empty histogram.')
  const rank = Math.max(1, Math.ceil(p * count))
  if (rank === count) return max
  let seen = 0
  for (const [bucket, inBucket] of buckets) {
    seen += inBucket
    if (seen >= rank) return Math.min(max, Math.max(min, middleOf(bucket)))
  }
  return max
}

/** Returns the mean of all values, exact; RangeError when nothing was counted. */
export function histogramMean({ count, sum }: Histogram): number {
  if (count === 0) throw new RangeError('Cannot take the mean of an empty histogram.')
  return sum / count
}

/** Returns the standard deviation of the values as a population, each put at the middle of its bucket; RangeError when nothing was counted. */
export function histogramDeviation(histogram: Histogram): number {
  const mean = histogramMean(histogram)
  const squares = sum(histogram.buckets.map(([bucket, count]) => count * (middleOf(bucket) - mean) ** 2))
  return Math.sqrt(squares / histogram.count)
}

function bucketOf(value: number): number {
  const octave = Math.floor(Math.log2(value))
  // A logarithm is rounded: close to a power of two the step may come out one too low or too high.
  const step = Math.floor((value / 2 ** octave - 1) * STEPS_PER_OCTAVE)
  return octave * STEPS_PER_OCTAVE + step
}

function middleOf(bucket: number): number {
  const octave = Math.floor(bucket / STEPS_PER_OCTAVE)
  const step = bucket - octave * STEPS_PER_OCTAVE
  return 2 ** octave * (1 + (step + 0.5) / STEPS_PER_OCTAVE)
}
