import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draws, heavyTailed, normal, shareOf, skewed } from '../../test/noise.ts'
import { createRandom } from '../distributions/random.ts'
import { rankScore } from './rank-score.ts'

test('rankScore is the standardised number of pairs won', () => {
  // U = 5 of 36 pairs: (18 - 5 - 0.5) / √(36 × 13 / 12); the exact p-value is 0.041.
  assert.ok(Math.abs(rankScore([1, 2, 3, 4, 7, 9], [5, 6, 8, 10, 11, 12]) - 12.5 / Math.sqrt(39)) < 1e-12)
  assert.equal(rankScore([1, 1, 1, 1], [1, 1, 1, 1]), 0)
  // 12 pairs won and 4 ties of 16, and the same from the other side.
  for (const [first, second] of [
    [
      [2, 2, 3, 3],
      [1, 1, 2, 2],
    ],
    [
      [1, 1, 2, 2],
      [2, 2, 3, 3],
    ],
  ] as const)
    assert.ok(Math.abs(rankScore(first, second) - (14 - 8 - 0.5) / Math.sqrt(12)) < 1e-12)
  const [low, high] = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ] as const
  assert.equal(rankScore(low, high), rankScore(high, low))
})

test('rankScore is above 1.28 in about a fifth of samples of one distribution, whatever its shape', t => {
  const random = createRandom(1947)
  for (const noise of [normal, heavyTailed, skewed]) {
    const share = shareOf(4000, () => rankScore(draws(6, noise, random), draws(6, noise, random)) > 1.28)
    t.diagnostic(`${noise.name}: ${share}`)
    assert.ok(share > 0.12 && share < 0.22, `${noise.name}: ${share}`)
  }
})

test('rankScore refuses samples that are too small', () => {
  assert.throws(() => rankScore([1, 2, 3], [4, 5, 6, 7]), RangeError)
})
