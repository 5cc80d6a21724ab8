import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BATCH_NS, pacingFor } from './pacing.ts'

test('pacingFor makes launches shorter when more of them must fit, between its bounds', () => {
  const groupSizes = Array.from({ length: 12 }, () => 3)
  const [tight, normal, ample] = [30e9, 180e9, 3600e9].map(
    timeNs => pacingFor({ timeNs, groupSizes, launches: 12 }, BATCH_NS).timedNs,
  )
  assert.ok(tight !== undefined && normal !== undefined && ample !== undefined)
  assert.ok(tight < normal && normal < ample)
  assert.ok(tight >= 50e6)
  assert.equal(ample, pacingFor({ timeNs: 1e15, groupSizes, launches: 12 }, BATCH_NS).timedNs)
})
