import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { changedSpeed } from './speed-change.ts'

/** Batches of a core with a busy neighbour: now and then a burst makes some in a row up to twice as slow. */
function noisySeries(count: number, seed: number): number[] {
  const random = createRandom(seed)
  let burst = 0
  return Array.from({ length: count }, () => {
    if (burst === 0 && random.next() < 0.03) burst = 1 + random.integer(12)
    if (burst > 0) burst--
    return 1000 * (1 + 0.05 * random.next()) * (burst > 0 ? 1.3 + 0.7 * random.next() : 1)
  })
}

test('changedSpeed sees code that was optimised, or given up, in the middle', () => {
  for (const factor of [25, 3, 1.3, 1 / 1.3, 1 / 20]) {
    const series = noisySeries(48, 1).map((sample, index) => (index < 20 ? sample * factor : sample))
    assert.equal(changedSpeed(series), true, String(factor))
  }
})

test('changedSpeed does not take bursts of noise for a change, but in at most one of a hundred launches', () => {
  const alarms = Array.from({ length: 2000 }, (_, seed) => changedSpeed(noisySeries(48, seed))).filter(
    Boolean,
  )
  assert.ok(alarms.length <= 20, String(alarms.length))
})

test('changedSpeed says nothing of a handful of batches', () => {
  assert.equal(changedSpeed([1, 1, 1, 1, 9, 9, 9, 9]), false)
})
