import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draws, heavyTailed, normal, shareOf, skewed } from '../../test/noise.ts'
import { createRandom } from '../distributions/random.ts'
import { looksBimodal } from './bimodality.ts'

test('looksBimodal raises a false alarm in at most 2 % of normal samples', t => {
  for (const n of [8, 10, 12, 16, 20, 35, 50]) {
    const random = createRandom(n)
    const alarms = shareOf(8000, () => looksBimodal(draws(n, normal, random)))
    t.diagnostic(`n = ${n}: ${alarms}`)
    assert.ok(alarms <= 0.02)
  }
})

test('looksBimodal sees 30 % of launches that are 8 % slower', t => {
  for (const n of [10, 12, 16, 19]) {
    const random = createRandom(n)
    const seen = shareOf(2000, () =>
      looksBimodal(draws(n, normal, random).map((noise, i) => 0.008 * noise + (i < 0.3 * n ? 0.08 : 0))),
    )
    t.diagnostic(`n = ${n}: ${seen}`)
    assert.ok(seen >= 0.98)
  }
})

test('looksBimodal seldom takes heavy or skewed tails for a second kind', t => {
  for (const noise of [heavyTailed, skewed]) {
    const random = createRandom(3)
    const alarms = shareOf(4000, () => looksBimodal(draws(12, noise, random)))
    t.diagnostic(`${noise.name}: ${alarms}`)
    assert.ok(alarms <= 0.1)
  }
})

test('looksBimodal is false under 8 launches, for equal launches and for a single outlier', () => {
  assert.equal(looksBimodal([0, 0, 0, 0, 1, 1, 1]), false)
  assert.equal(looksBimodal(Array.from({ length: 12 }, () => 0.1)), false)
  assert.equal(looksBimodal([0.01, 0, 0.02, 0.015, 0.005, 0.01, 0.012, 0.5]), false)
  assert.equal(looksBimodal([0, 0, 0, 0, 0, 1, 1, 1]), true)
})

test('looksBimodal refuses what is not finite', () => {
  assert.throws(() => looksBimodal([0, Number.NaN]), RangeError)
})
