import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPECTED_OVERHEAD_NS, FIRST_TIMED_NS, overheadOf, pacingFor } from './pacing.ts'

const BATCH_NS = 3e6

function timedNs(timeNs: number, overheadNs = EXPECTED_OVERHEAD_NS, usefulNs = FIRST_TIMED_NS): number {
  return pacingFor({ timeNs, contenderLaunches: 400, overheadNs }, BATCH_NS, usefulNs).timedNs
}

/** What 400 contender launches leave for each after its overhead; lead-ins and messages add 30 % to timed batches. */
function shareNs(timeNs: number, overheadNs = EXPECTED_OVERHEAD_NS): number {
  return (timeNs / 400 - overheadNs) / 1.3
}

test('pacingFor divides the time over the launches that must fit, between its bounds', () => {
  assert.equal(timedNs(180e9), shareNs(180e9))
  assert.equal(timedNs(260e9), shareNs(260e9))
  // With an overhead of which a quarter is less.
  assert.equal(timedNs(1e9, 100e6), 60e6)
  assert.ok(shareNs(100e9) < 60e6 && shareNs(3600e9) > FIRST_TIMED_NS)
  assert.deepEqual(
    [1e9, 100e9].map(time => timedNs(time)),
    [60e6, 60e6],
  )
  assert.deepEqual(
    [3600e9, 1e15].map(time => timedNs(time)),
    [500e6, 500e6],
  )
})

test('pacingFor makes launches shorter where starting takes longer, but times at least a quarter of that', () => {
  assert.equal(timedNs(180e9, 100e6), shareNs(180e9, 100e6))
  assert.equal(timedNs(180e9, 300e6), shareNs(180e9, 300e6))
  assert.equal(timedNs(180e9, 800e6), 200e6)
  const own = { timeNs: 180e9, contenderLaunches: 400, overheadNs: 300e6, ownOverheadNs: 600e6 }
  assert.equal(pacingFor(own, BATCH_NS, FIRST_TIMED_NS).timedNs, 150e6)
})

test('pacingFor makes launches no longer than is useful, and never endless', () => {
  assert.equal(timedNs(3600e9, EXPECTED_OVERHEAD_NS, 200e6), 200e6)
  assert.equal(timedNs(180e9, EXPECTED_OVERHEAD_NS, Number.POSITIVE_INFINITY), shareNs(180e9))
  assert.equal(timedNs(1e15, EXPECTED_OVERHEAD_NS, Number.POSITIVE_INFINITY), 1e9)
  assert.equal(timedNs(3600e9, EXPECTED_OVERHEAD_NS, 0), 60e6)
})

test('overheadOf and pacingFor agree: launches of the planned length use up the budget', () => {
  const planned = timedNs(180e9)
  const launchNs = 4 * (EXPECTED_OVERHEAD_NS + planned * 1.3)
  assert.ok(Math.abs(launchNs * 100 - 180e9) < 1e6)
  assert.ok(Math.abs(overheadOf(launchNs, 4, 4 * planned) - EXPECTED_OVERHEAD_NS) < 1)
})
