import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pausesOf } from './pauses.ts'

const MS = 1e6

/** Wakes every millisecond, so late in turn. */
function wakesWith(latenessNs: readonly number[]) {
  const dueNs = latenessNs.map((_, wake) => (wake * 100 + 1) * MS)
  return {
    sleptNs: dueNs.map(ns => ns - MS),
    dueNs,
    wokeNs: dueNs.map((ns, wake) => ns + (latenessNs[wake] ?? 0)),
    queuedNs: dueNs.map(() => 0),
  }
}

test('pausesOf counts stalls and their lengths, the ordinary lateness taken off', () => {
  const lateness = Array.from(
    { length: 100 },
    (_, wake) => 15e3 + (wake % 10 === 0 ? (wake / 10 + 1) * MS : 0),
  )
  const found = pausesOf(wakesWith(lateness))
  assert.ok(found)
  assert.deepEqual([found.count, found.lostNs, found.longestNs], [10, 55 * MS, 10 * MS])
  assert.ok(found.p50Ns && Math.abs(found.p50Ns - 5.5 * MS) < 0.6 * MS)
  assert.equal(found.watchedNs, 99 * 100 * MS + MS + 15e3)
})

test('pausesOf has no length without a stall, and knows nothing of a short watch', () => {
  const found = pausesOf(wakesWith(Array.from({ length: 50 }, () => 15e3)))
  assert.deepEqual([found?.count, found?.lostNs, found?.p99Ns, found?.longestNs], [0, 0, null, null])
  assert.equal(pausesOf(wakesWith([1, 2, 3])), null)
})
