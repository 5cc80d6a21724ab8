import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { conductTimings } from './conduct-timings.ts'

/** A launch takes its share, at least `leastNs`; the first ones of the slots take `firstNs`, whatever their share is. */
function fakeRun(options: { timeNs: number; leastNs: number; firstNs?: number; lastOf?: number }) {
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
      clock += Math.max(options.leastNs, launch === 0 ? (options.firstNs ?? shareNs) : shareNs)
      return slot === options.lastOf ? null : options.leastNs
    },
  })
  return { end, counts, sharesNs }
}

test('conductTimings launches every slot as often, and shares out what is left', async () => {
  const { end, counts, sharesNs } = fakeRun({ timeNs: 1200, leastNs: 50, firstNs: 50 })
  assert.equal(await end, 'precision')
  assert.deepEqual(counts, [4, 4, 4])
  assert.equal(sharesNs[0], 100)
  assert.equal(Math.round(sharesNs.at(-1) ?? 0), Math.round((1200 - 3 * 50) / 9))
})

test('conductTimings shortens launches after first ones that were too long', async () => {
  const { end, counts } = fakeRun({ timeNs: 1200, leastNs: 10, firstNs: 300 })
  assert.equal(await end, 'precision')
  assert.deepEqual(counts, [4, 4, 4])
})

test('conductTimings ends when the next launch does not fit, but makes every first one', async () => {
  const late = fakeRun({ timeNs: 100, leastNs: 50 })
  assert.equal(await late.end, 'time')
  assert.deepEqual(late.counts, [1, 1, 1])
})

test('conductTimings leaves a lost slot out', async () => {
  const { end, counts } = fakeRun({ timeNs: 1200, leastNs: 1, lastOf: 1 })
  assert.equal(await end, 'precision')
  assert.deepEqual(counts, [4, 1, 4])
})
