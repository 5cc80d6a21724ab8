import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logTicks } from './ticks.ts'

test('logTicks gives 1, 2 and 5 of each power of ten', () => {
  assert.deepEqual(logTicks(0.9, 60, 6), [1, 2, 5, 10, 20, 50])
})

test('logTicks leaves digits out, then powers, where there is no room', () => {
  assert.deepEqual(logTicks(0.9, 1100, 4), [1, 10, 100, 1000])
  assert.deepEqual(logTicks(1, 1e8, 5), [1, 100, 10_000, 1e6, 1e8])
})

test('logTicks takes equal steps where the ends are near each other', () => {
  const ticks = logTicks(0.985, 1.023, 5).map(tick => tick.toFixed(2))
  assert.deepEqual(ticks, ['0.99', '1.00', '1.01', '1.02'])
})

test('logTicks stays within its ends', () => {
  for (const [least, most] of [
    [1.4, 6.9],
    [3e-4, 0.2],
    [812, 815],
  ] as const) {
    const ticks = logTicks(least, most, 6)
    assert.ok(ticks.length > 0)
    assert.ok(ticks.every(tick => tick >= least && tick <= most))
  }
})
