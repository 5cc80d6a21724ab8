import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCores } from '../machine/affinity.ts'
import { watchBusyCore } from './busy-core.ts'

test('watchBusyCore watches a core for a time, and gives the others back', async () => {
  const cores = allowedCores()
  const found = await watchBusyCore(cores[0] ?? 0, 100)
  assert.equal(found.readings === null, found.why !== null)
  if (found.readings) {
    const { sleptNs, wokeNs } = found.readings
    const watchedNs = (wokeNs.at(-1) ?? 0) - (sleptNs[0] ?? 0)
    assert.ok(watchedNs > 90e6, `${watchedNs} ns`)
    assert.ok(found.widthRatios.length > 0)
    assert.ok(found.widthRatios.every(ratio => ratio > 0))
  }
  assert.deepEqual(allowedCores(), cores)
})
