import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchesNs, pacingFor, SHORTEST_WINDOW_NS, WINDOW_NS, windowNsWithin } from './pacing.ts'

test('pacingFor times what was asked for', () => {
  const { timedNs, batchNs } = pacingFor(123e6, 3e6)
  assert.deepEqual([timedNs, batchNs], [123e6, 3e6])
})

test('windowNsWithin is the same for all times that are long enough', () => {
  const enoughNs = launchesNs(400, WINDOW_NS)
  for (const timeNs of [enoughNs, 1.5 * enoughNs, 1e15]) assert.equal(windowNsWithin(timeNs, 400), WINDOW_NS)
})

test('windowNsWithin is shorter where launches would not fit, down to its shortest', () => {
  const enoughNs = launchesNs(400, WINDOW_NS)
  const shortNs = windowNsWithin(0.8 * enoughNs, 400)
  assert.ok(shortNs < WINDOW_NS && shortNs > SHORTEST_WINDOW_NS)
  assert.ok(Math.abs(launchesNs(400, shortNs) / (0.8 * enoughNs) - 1) < 1e-9)
  for (const timeNs of [launchesNs(400, SHORTEST_WINDOW_NS), 1e9, 0]) {
    assert.ok(Math.abs(windowNsWithin(timeNs, 400) - SHORTEST_WINDOW_NS) < 1)
  }
})

test('windowNsWithin has no launch to plan for in a run without contenders', () => {
  assert.equal(windowNsWithin(180e9, 0), WINDOW_NS)
})
