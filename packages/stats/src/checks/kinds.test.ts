import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../distributions/random.ts'
import { dip } from './dip.ts'
import { findKinds, KIND_LOOKS, kindBoundary } from './kinds.ts'
import { explainedSpread, rankSumPValue } from './rank-sum.ts'

const TRIALS = 1500

function near(actual: number, expected: number, by = 1e-9) {
  assert.ok(Math.abs(actual - expected) < by, `${actual}, not ${expected}`)
}

test('dip has its least value for equal steps, and its largest for two equal heaps', () => {
  near(dip(Array.from({ length: 20 }, (_, at) => at)), 1 / 40)
  near(dip([...Array(10).fill(0), ...Array(10).fill(1)]), 1 / 4)
  near(dip([...Array(72).fill(0), ...Array(8).fill(1)]), 0.05)
  assert.equal(dip([3]), 1 / 2)
  assert.throws(() => dip([]), RangeError)
  assert.throws(() => dip([1, Number.NaN]), RangeError)
})

test('dip is as far from one peak as a search over all distributions with one peak finds', () => {
  // Found by bisection on the band around the steps in which such a distribution fits.
  near(dip([0, 1, 2, 10, 11, 12]) * 6, bruteForceDip([0, 1, 2, 10, 11, 12]), 1e-6)
  const random = createRandom(5)
  for (let n = 6; n < 30; n++) {
    const values = Array.from({ length: n }, () => random.next() ** 2).sort((a, b) => a - b)
    near(dip(values) * n, bruteForceDip(values), 1e-6)
  }
})

const SHAPES: Readonly<Record<string, (next: () => number) => number>> = {
  evenly: next => next(),
  normal: next => normal(next),
  'with a long tail': next => -Math.log(1 - next()),
  'with both tails heavy': next => normal(next) / Math.sqrt(-Math.log(1 - next())),
  'a heap and what is slower': next => (next() < 0.6 ? next() / 20 : next()),
}

for (const [name, draw] of Object.entries(SHAPES)) {
  test(`findKinds takes one peak for more in under 5 % of three looks: ${name}`, () => {
    const random = createRandom(7)
    let alarms = 0
    for (let trial = 0; trial < TRIALS; trial++) {
      const values = Array.from({ length: KIND_LOOKS.at(-1) ?? 0 }, () => draw(random.next))
      if (KIND_LOOKS.some(n => findKinds(values.slice(0, n)).hasKinds)) alarms++
    }
    // 1.65 standard errors of 1500 trials are 0.9 %.
    assert.ok(alarms / TRIALS < 0.059, String(alarms / TRIALS))
  })
}

for (const [share, apart, least] of [
  [0.5, 6, 0.97],
  [0.25, 10, 0.85],
] as const) {
  test(`findKinds finds a share of ${share}, ${apart} deviations apart, and the boundary lies between`, () => {
    const random = createRandom(3)
    let found = 0
    for (let trial = 0; trial < 200; trial++) {
      const isSlow = Array.from({ length: 80 }, () => random.next() < share)
      const values = isSlow.map(slow => normal(random.next) + (slow ? apart : 0))
      const boundary = kindBoundary(values)
      const wrong = values.filter((value, at) => value > boundary !== isSlow[at])
      assert.ok(wrong.length <= 4, String(wrong.length))
      if (findKinds(values).hasKinds) found++
    }
    assert.ok(found / 200 > least, String(found / 200))
  })
}

test('rankSumPValue is exact: by hand, and as Fisher has it for two values', () => {
  near(rankSumPValue([1, 2, 3, 4], [true, true, false, false]), 2 / 6)
  near(rankSumPValue([1, 2, 3, 4, 5, 6], [true, true, true, false, false, false]), 2 / 20)
  // R: fisher.test(matrix(c(3, 1, 1, 5), 2))$p.value
  const twos = [1, 1, 1, 0, 1, 0, 0, 0, 0, 0]
  near(rankSumPValue(twos, [true, true, true, true, ...Array(6).fill(false)]), 0.190476, 1e-6)
  assert.equal(rankSumPValue([1, 2], [true, true]), 1)
  assert.throws(() => rankSumPValue([1], []), RangeError)
})

test('rankSumPValue is below 5 % in no more than 5 % of trials without a difference', () => {
  const random = createRandom(9)
  let alarms = 0
  for (let trial = 0; trial < 2000; trial++) {
    const values = Array.from({ length: 20 }, () => random.next())
    if (
      rankSumPValue(
        values,
        values.map((_, at) => at % 3 === 0),
      ) < 0.05
    )
      alarms++
  }
  assert.ok(alarms / 2000 < 0.06, String(alarms / 2000))
})

test('explainedSpread is all of it between two heaps, and none where there is none', () => {
  assert.equal(explainedSpread([1, 1, 2, 2], [true, true, false, false]), 1)
  assert.equal(explainedSpread([1, 2, 1, 2], [true, true, false, false]), 0)
  assert.equal(explainedSpread([1, 2, 3, 4], [true, true, false, false]), 0.8)
  assert.equal(explainedSpread([1, 1], [true, false]), 0)
})

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** The smallest half-width, in steps, of a band around the steps of sorted values in which a distribution with one peak fits. */
function bruteForceDip(values: readonly number[]): number {
  let [low, high] = [0, values.length]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (values.some((_, peak) => fits(values, peak, middle))) high = middle
    else low = middle
  }
  return high
}

/** Whether a function that is convex before the peak and concave after it stays within the band. */
function fits(values: readonly number[], peak: number, band: number): boolean {
  const mirrored = values.map(value => -value).reverse()
  const before = leastAtPeak(values, peak, band)
  const after = leastAtPeak(mirrored, values.length - 1 - peak, band)
  return band >= 0.5 && before + after <= values.length + 1e-12
}

/** Returns the least height at the peak of a convex function within the band before it; infinite where there is none. */
function leastAtPeak(values: readonly number[], peak: number, band: number): number {
  const at = (index: number) => values[index] as number
  const [lower, upper] = [(index: number) => index + 1 - band, (index: number) => index + band]
  let least = Number.NEGATIVE_INFINITY
  for (let b = 0; b < peak; b++) {
    least = Math.max(least, lower(b))
    for (let a = 0; a < b; a++) {
      const slope = (lower(b) - upper(a)) / (at(b) - at(a))
      const heightOf = (c: number) => lower(b) + slope * (at(c) - at(b))
      for (let c = b + 1; c <= peak; c++) if (heightOf(c) > upper(c) + 1e-12) return Number.POSITIVE_INFINITY
      least = Math.max(least, heightOf(peak))
    }
  }
  return least
}
