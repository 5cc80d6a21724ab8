import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchesNs, pacingFor } from './pacing.ts'

test('pacingFor times what was asked for', () => {
  const { timedNs, batchNs } = pacingFor(123e6, 3e6)
  assert.deepEqual([timedNs, batchNs], [123e6, 3e6])
})

test('launchesNs is more than what is timed, by at most as much again and half a second', () => {
  const ns = launchesNs(1, 250e6)
  assert.ok(ns > 250e6 && ns < 2 * 250e6 + 500e6, `${ns}`)
  assert.equal(launchesNs(10, 250e6), 10 * ns)
})
