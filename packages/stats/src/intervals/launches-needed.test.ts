import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchQuantile } from './estimate.ts'
import { launchesNeeded, MAXIMUM_LAUNCHES } from './launches-needed.ts'

test('launchesNeeded is the fewest launches whose interval is narrow enough', () => {
  const needed = launchesNeeded({ standardDeviation: 0.009, halfWidth: 0.005, launches: 5 })
  const widthAt = (n: number): number => (launchQuantile(n - 1) * 0.009) / Math.sqrt(n)
  assert.ok(widthAt(needed) <= 0.005)
  assert.ok(widthAt(needed - 1) > 0.005)
})

test('launchesNeeded is never fewer than those made, nor fewer than two', () => {
  assert.equal(launchesNeeded({ standardDeviation: 0.009, halfWidth: 0.5, launches: 12 }), 12)
  assert.equal(launchesNeeded({ standardDeviation: 0, halfWidth: 0.01, launches: 0 }), 2)
})

test('launchesNeeded ends at its cap instead of infinity', () => {
  assert.equal(launchesNeeded({ standardDeviation: 1e9, halfWidth: 1e-9, launches: 3 }), MAXIMUM_LAUNCHES)
})

test('launchesNeeded refuses a half-width of 0', () => {
  const precision = { standardDeviation: 0.01, halfWidth: 0.01, launches: 3 }
  assert.throws(() => launchesNeeded({ ...precision, halfWidth: 0 }), RangeError)
  assert.throws(() => launchesNeeded({ ...precision, standardDeviation: Number.NaN }), RangeError)
  assert.throws(() => launchesNeeded({ ...precision, launches: 1.5 }), RangeError)
})
