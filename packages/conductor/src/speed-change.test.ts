import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { changedSpeeds } from './speed-change.ts'

/** Batches of contenders that share a core with a busy neighbour: bursts make some in a row up to twice as slow. */
function noisyGroup(size: number, count: number, seed: number): number[][] {
  const random = createRandom(seed)
  const group = Array.from({ length: size }, (): number[] => [])
  let burst = 0
  for (let batch = 0; batch < count; batch++) {
    if (burst === 0 && random.next() < 0.05) burst = 1 + random.integer(20)
    if (burst > 0) burst--
    const slowdown = burst > 0 ? 1.3 + 0.7 * random.next() : 1
    for (const samples of group) samples.push(1000 * (1 + 0.05 * random.next()) * slowdown)
  }
  return group
}

function slower(samples: readonly number[], factor: number, until: number): number[] {
  return samples.map((sample, index) => (index < until ? sample * factor : sample))
}

test('changedSpeeds sees code that was optimised, or given up, in the middle, and whose it was', () => {
  for (const factor of [25, 3, 1.5, 1 / 1.5, 1 / 20]) {
    const [first = [], second = [], third = []] = noisyGroup(3, 48, 1)
    assert.deepEqual(
      changedSpeeds([first, slower(second, factor, 20), third]),
      [false, true, false],
      String(factor),
    )
  }
})

test('changedSpeeds tells the one that did not change from two or three that did', () => {
  const [first = [], ...others] = noisyGroup(4, 48, 5)
  const changed = others.map(samples => slower(samples, 1.5, 20))
  assert.deepEqual(changedSpeeds([first, ...changed]), [false, true, true, true])
  assert.deepEqual(changedSpeeds([first, ...changed.slice(0, 2)]), [false, true, true])
})

test('changedSpeeds sees that all were optimised at the same moment', () => {
  const group = noisyGroup(2, 48, 2).map(samples => slower(samples, 10, 20))
  assert.deepEqual(changedSpeeds(group), [true, true])
})

test('changedSpeeds does not take a core that got slower for a change of the code', () => {
  const group = noisyGroup(4, 48, 3).map(samples => slower(samples, 1.6, 20))
  assert.deepEqual(changedSpeeds(group), [false, false, false, false])
})

test('changedSpeeds does not take bursts of noise for a change, but in at most one of a hundred windows', () => {
  const windows = Array.from({ length: 2000 }, (_, seed) => changedSpeeds(noisyGroup(3, 45, seed)))
  const alarms = windows.filter(window => window.includes(true))
  assert.ok(alarms.length <= 20, String(alarms.length))
})

test('changedSpeeds says nothing of a handful of batches', () => {
  assert.deepEqual(changedSpeeds([[1, 1, 1, 1, 9, 9, 9, 9]]), [false])
})
