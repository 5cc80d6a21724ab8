import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPECTED_OVERHEAD_NS, FIRST_TIMED_NS, overheadOf, pacingFor } from './pacing.ts'

const BATCH_NS = 3e6

function timedNs(timeNs: number, overheadNs = EXPECTED_OVERHEAD_NS, usefulNs = FIRST_TIMED_NS): number {
  return pacingFor({ timeNs, contenderLaunches: 400, overheadNs }, BATCH_NS, usefulNs).timedNs
}

test('pacingFor makes launches shorter when more of them must fit, between its bounds', () => {
  assert.ok(timedNs(100e9) < timedNs(180e9) && timedNs(180e9) < timedNs(260e9))
  assert.ok(timedNs(1e9) >= 50e6)
  assert.equal(timedNs(3600e9), timedNs(1e15))
})

test('pacingFor makes launches shorter where starting takes longer', () => {
  assert.ok(timedNs(180e9, 300e6) < timedNs(180e9, 100e6))
})

test('pacingFor makes launches no longer than is useful, and never endless', () => {
  assert.equal(timedNs(3600e9, EXPECTED_OVERHEAD_NS, 200e6), 200e6)
  assert.ok(timedNs(100e9, EXPECTED_OVERHEAD_NS, Number.POSITIVE_INFINITY) < 200e6)
  assert.ok(timedNs(1e15, EXPECTED_OVERHEAD_NS, Number.POSITIVE_INFINITY) <= 1e9)
  assert.ok(timedNs(3600e9, EXPECTED_OVERHEAD_NS, 0) >= 50e6)
})

test('overheadOf and pacingFor fit together: launches of the planned length use the budget up', () => {
  const planned = timedNs(180e9)
  const launchNs = 4 * (EXPECTED_OVERHEAD_NS + planned * 1.3)
  assert.ok(Math.abs(launchNs * 100 - 180e9) < 1e6)
  assert.ok(Math.abs(overheadOf(launchNs, 4, 4 * planned) - EXPECTED_OVERHEAD_NS) < 1)
})
