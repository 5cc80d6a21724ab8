import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../distributions/random.ts'
import { quantileLowerBound, quantileUpperBound } from './quantile-bound.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

test('a 95th percentile takes 59 values for an upper bound, and 93 for the second largest', () => {
  assert.equal(quantileUpperBound(upTo(58), 0.95, 0.95), null)
  assert.equal(quantileUpperBound(upTo(59), 0.95, 0.95), 59)
  assert.equal(quantileUpperBound(upTo(92), 0.95, 0.95), 92)
  assert.equal(quantileUpperBound(upTo(93), 0.95, 0.95), 92)
})

test('the bounds of a median are those of the sign test', () => {
  // Ten values: P(Bin(10, 1/2) ≤ 8) = 0.989, P(Bin(10, 1/2) ≤ 7) = 0.945.
  assert.equal(quantileUpperBound(upTo(10), 0.5, 0.95), 9)
  assert.equal(quantileLowerBound(upTo(10), 0.5, 0.95), 2)
  // Five values: P(Bin(5, 1/2) ≥ 1) = 0.969.
  assert.deepEqual(
    [5, 4].map(n => quantileLowerBound(upTo(n), 0.5, 0.95)),
    [1, null],
  )
})

test('the bounds hold at least as often as they say', () => {
  const random = createRandom(7)
  const draws = 4000
  let above = 0
  let below = 0
  for (let draw = 0; draw < draws; draw++) {
    const values = Array.from({ length: 80 }, () => random.next())
    if ((quantileUpperBound(values, 0.95, 0.95) ?? 1) >= 0.95) above++
    if ((quantileLowerBound(values, 0.95, 0.95) ?? 0) <= 0.95) below++
  }
  // Three standard errors under 95 % for 4000 draws.
  assert.ok(above / draws > 0.9397, `${above} of ${draws}`)
  assert.ok(below / draws > 0.9397, `${below} of ${draws}`)
})

test('the bounds refuse NaN and shares outside 0 to 1', () => {
  assert.throws(() => quantileUpperBound([1, Number.NaN], 0.5, 0.95), RangeError)
  assert.throws(() => quantileLowerBound([1], 2, 0.95), RangeError)
  assert.equal(quantileLowerBound([], 0.5, 0.95), null)
})
