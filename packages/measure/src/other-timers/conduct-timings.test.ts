import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { conductTimings } from './conduct-timings.ts'

function fakeRun(options: { timeNs: number; tookNs: number; lastOf?: number }) {
  let clock = 0
  const counts = [0, 0, 0]
  const sharesNs: number[] = []
  const end = conductTimings({
    slots: 3,
    launches: 4,
    timeNs: options.timeNs,
    random: createRandom(1),
    now: () => clock,
    launch: async (slot, launch, shareNs) => {
      assert.equal(launch, counts[slot])
      counts[slot] = (counts[slot] ?? 0) + 1
      sharesNs.push(shareNs)
      clock += options.tookNs
      return slot !== options.lastOf
    },
  })
  return { end, counts, sharesNs }
}

test('conductTimings launches every slot as often, and shares out what is left', async () => {
  const { end, counts, sharesNs } = fakeRun({ timeNs: 1200, tookNs: 50 })
  assert.equal(await end, 'precision')
  assert.deepEqual(counts, [4, 4, 4])
  assert.equal(sharesNs[0], 100)
  assert.equal(sharesNs.at(-1), 1200 - 11 * 50)
})

test('conductTimings ends when the next launch does not fit, but makes every first one', async () => {
  const late = fakeRun({ timeNs: 100, tookNs: 50 })
  assert.equal(await late.end, 'time')
  assert.deepEqual(late.counts, [1, 1, 1])
})

test('conductTimings leaves a lost slot out', async () => {
  const { end, counts } = fakeRun({ timeNs: 1200, tookNs: 1, lastOf: 1 })
  assert.equal(await end, 'precision')
  assert.deepEqual(counts, [4, 1, 4])
})
