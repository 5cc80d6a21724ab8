import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../distributions/random.ts'
import {
  EMPTY_HISTOGRAM,
  HISTOGRAM_RESOLUTION,
  HistogramCounter,
  histogramDeviation,
  histogramMean,
  histogramQuantile,
  mergeHistograms,
} from './histogram.ts'
import { mean } from './moments.ts'

const SHARES = [0, 0.025, 0.5, 0.9, 0.975, 0.99, 0.999, 1]

function latencies(seed: number, count: number): number[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => 50_000 * (1 - random.next()) ** -1.2)
}

function counted(values: readonly number[]) {
  const counter = new HistogramCounter()
  for (const value of values) counter.add(value)
  return counter.histogram()
}

test('histogramQuantile is within the resolution of the value that has the rank', () => {
  assert.equal(HISTOGRAM_RESOLUTION, 1 / 256)
  const values = latencies(1, 5000)
  const sorted = values.toSorted((a, b) => a - b)
  for (const p of SHARES) {
    const exact = sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? 0
    const found = histogramQuantile(counted(values), p)
    assert.ok(Math.abs(found / exact - 1) <= HISTOGRAM_RESOLUTION, `${p}: ${found} for ${exact}`)
  }
})

test('a histogram keeps count, sum, smallest and largest value exactly', () => {
  const values = latencies(2, 1000)
  const histogram = counted(values)
  assert.equal(histogram.count, 1000)
  assert.equal(histogram.min, Math.min(...values))
  assert.equal(histogramQuantile(histogram, 1), Math.max(...values))
  assert.ok(Math.abs(histogramMean(histogram) / mean(values) - 1) < 1e-12)
})

test('mergeHistograms gives what one counter of all values would have given', () => {
  const values = latencies(3, 3000)
  const parts = [values.slice(0, 10), values.slice(10, 2000), [], values.slice(2000)]
  const merged = mergeHistograms(parts.map(counted))
  const whole = counted(values)
  assert.deepEqual(merged.buckets, whole.buckets)
  assert.deepEqual([merged.count, merged.min, merged.max], [whole.count, whole.min, whole.max])
  assert.ok(Math.abs(merged.sum / whole.sum - 1) < 1e-12)
})

test('powers of two and their neighbours are counted on the right side of the step', () => {
  for (let octave = 0; octave < 50; octave++) {
    for (const value of [2 ** octave, 2 ** octave * (1 - 2 ** -52), 2 ** octave * (1 + 2 ** -51)]) {
      const found = histogramQuantile(counted([value, value * 4]), 0.5)
      assert.ok(Math.abs(found / value - 1) <= HISTOGRAM_RESOLUTION, `${value}: ${found}`)
    }
  }
})

test('histogramDeviation is that of the values to within a bucket', () => {
  const random = createRandom(4)
  const values = Array.from({ length: 20_000 }, () => 1e6 * (1 + random.next()))
  // Uniform on an interval of width w: w / sqrt(12).
  assert.ok(Math.abs(histogramDeviation(counted(values)) / (1e6 / Math.sqrt(12)) - 1) < 0.02)
})

test('an empty histogram has no quantile and no mean, and a value that is no size is refused', () => {
  assert.throws(() => histogramQuantile(EMPTY_HISTOGRAM, 0.5), RangeError)
  assert.throws(() => histogramMean(EMPTY_HISTOGRAM), RangeError)
  assert.throws(() => new HistogramCounter().add(0), RangeError)
  assert.throws(() => new HistogramCounter().add(Number.NaN), RangeError)
  assert.deepEqual(mergeHistograms([]), EMPTY_HISTOGRAM)
})

test('a quantile lies between the smallest and the largest value, and the buckets are in order', () => {
  const one = counted([3, 3, 3])
  assert.deepEqual(
    [0, 0.5, 1].map(p => histogramQuantile(one, p)),
    [3, 3, 3],
  )
  assert.equal(histogramDeviation(counted([2 ** 10, 2 ** 10])), 2 ** 10 / 256)
  const buckets = counted([8, 2, 4, 1, 2]).buckets
  // 128 steps an octave.
  assert.deepEqual(buckets, [
    [0, 1],
    [128, 2],
    [256, 1],
    [384, 1],
  ])
  const merged = mergeHistograms([counted([8, 2]), EMPTY_HISTOGRAM, counted([4, 1, 2])])
  assert.deepEqual(merged, { count: 5, sum: 17, min: 1, max: 8, buckets })
  assert.equal(histogramMean(merged), 3.4)
  assert.throws(() => histogramQuantile(merged, 1.1), RangeError)
})
