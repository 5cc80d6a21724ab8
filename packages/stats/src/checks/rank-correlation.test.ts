import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draws, normal, shareOf } from '../../test/noise.ts'
import { createRandom } from '../distributions/random.ts'
import { rankCorrelationPValue } from './rank-correlation.ts'

test('rankCorrelationPValue is near the exact one, by hand', () => {
  // The straight order of four and its reverse are the two furthest of 24.
  const straight = rankCorrelationPValue([1, 2, 3, 4], [10, 20, 30, 40])
  assert.ok(Math.abs(straight - 2 / 24) < 0.01, `${straight}`)
  assert.ok(Math.abs(rankCorrelationPValue([1, 2, 3, 4], [40, 30, 20, 10]) - 2 / 24) < 0.01)
  assert.equal(rankCorrelationPValue([1, 1, 1], [1, 2, 3]), 1)
})

test('rankCorrelationPValue is below 5 % in 5 % of trials where nothing goes together', t => {
  const random = createRandom(1)
  const below = shareOf(
    1000,
    () => rankCorrelationPValue(draws(12, normal, random), draws(12, normal, random)) < 0.05,
  )
  t.diagnostic(`${below}`)
  assert.ok(Math.abs(below - 0.05) < 3 * Math.sqrt((0.05 * 0.95) / 1000), `${below}`)
})

test('rankCorrelationPValue finds what goes together, or against one another, whatever the shape', () => {
  const random = createRandom(2)
  const values = draws(26, normal, random)
  for (const sign of [1, -1]) {
    const others = values.map(value => sign * Math.exp(2 * value) + 0.1 * normal(random))
    assert.equal(rankCorrelationPValue(values, others), 1e-4)
  }
})

test('rankCorrelationPValue refuses lists of unlike length, and what is not finite', () => {
  assert.throws(() => rankCorrelationPValue([1, 2], [1]), RangeError)
  assert.throws(() => rankCorrelationPValue([1, Number.NaN], [1, 2]), RangeError)
})
