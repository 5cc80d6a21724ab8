import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median, quantile } from './quantile.ts'

test('quantile interpolates as type 7 does', () => {
  // R: quantile(c(15, 20, 35, 40, 50), c(0, 0.05, 0.3, 0.4, 1))
  const values = [50, 15, 40, 20, 35]
  assert.deepEqual(
    [0, 0.05, 0.4, 1].map(p => quantile(values, p)),
    [15, 16, 29, 50],
  )
  assert.ok(Math.abs(quantile(values, 0.3) - 23) < 1e-12)
})

test('median is the middle value, or half-way between the two middle ones', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([10, 9, 1, 5]), 7)
  assert.equal(median([4]), 4)
  assert.equal(median([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]), Number.POSITIVE_INFINITY)
})

test('quantile sorts by number, rises with p and leaves its input alone', () => {
  const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(values, share, share, (numbers, one, other) => {
      const before = [...numbers]
      const [low, high] = [quantile(numbers, Math.min(one, other)), quantile(numbers, Math.max(one, other))]
      assert.ok(low <= high + 1e-9 && low >= Math.min(...numbers) && high <= Math.max(...numbers))
      assert.deepEqual(numbers, before)
    }),
    { seed: 1 },
  )
})

test('quantile refuses no values, NaN and a p outside 0 to 1', () => {
  assert.throws(() => median([]), RangeError)
  assert.throws(() => quantile([1, Number.NaN], 0.5), RangeError)
  assert.throws(() => quantile([1], 1.1), RangeError)
})
