import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { changedSpeed } from './steadiness.ts'

/** Batches on a core with a busy neighbour: bursts of up to 30 batches make some in a row up to twice as slow. */
function noisySeries(count: number, seed: number): number[] {
  const random = createRandom(seed)
  let burst = 0
  return Array.from({ length: count }, () => {
    if (burst === 0 && random.next() < 0.05) burst = 1 + random.integer(30)
    if (burst > 0) burst--
    return 1000 * (1 + 0.05 * random.next()) * (burst > 0 ? 1.3 + 0.7 * random.next() : 1)
  })
}

test('changedSpeed finds code that was optimised, or deoptimised, in the middle', () => {
  for (const factor of [25, 5, 1 / 5, 1 / 20]) {
    const series = noisySeries(48, 1).map((sample, index) => (index < 20 ? sample * factor : sample))
    assert.equal(changedSpeed(series), true, String(factor))
  }
})

test('changedSpeed does not take a slower core for a change of the code', () => {
  for (let seed = 0; seed < 2000; seed++)
    assert.equal(changedSpeed(noisySeries(24, seed)), false, String(seed))
})

test('changedSpeed is false for a handful of batches', () => {
  assert.equal(changedSpeed([1, 1, 1, 1, 9, 9, 9, 9]), false)
})
