import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPECTED_OVERHEAD_NS, overheadOf, pacingFor } from './pacing.ts'

function timedNs(timeNs: number, overheadNs = EXPECTED_OVERHEAD_NS): number {
  return pacingFor({ timeNs, contenderLaunches: 400, overheadNs }, 3e6).timedNs
}

test('pacingFor makes launches shorter when more of them must fit, between its bounds', () => {
  assert.ok(timedNs(100e9) < timedNs(180e9) && timedNs(180e9) < timedNs(260e9))
  assert.ok(timedNs(1e9) >= 50e6)
  assert.equal(timedNs(3600e9), timedNs(1e15))
})

test('pacingFor makes launches shorter where starting takes longer', () => {
  assert.ok(timedNs(180e9, 300e6) < timedNs(180e9, 100e6))
})

test('overheadOf and pacingFor fit together: launches of the planned length use the budget up', () => {
  const planned = timedNs(180e9)
  const launchNs = 4 * (EXPECTED_OVERHEAD_NS + planned * 1.3)
  assert.ok(Math.abs(launchNs * 100 - 180e9) < 1e6)
  assert.ok(Math.abs(overheadOf(launchNs, 4, 4 * planned) - EXPECTED_OVERHEAD_NS) < 1)
})
