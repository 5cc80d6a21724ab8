import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateMixture } from './simulate-mixture.ts'

const WAITING = {
  ...{ kind: 'waiting', ratePerSecond: 100, fromMs: 0, durationMs: 200 },
  ...{ aloneNs: 11e6, aloneCpuNs: 1e5 },
}
const COMPUTING = {
  ...{ kind: 'computing', ratePerSecond: 1000, fromMs: 50, durationMs: 3 },
  ...{ aloneNs: 10.5e6, aloneCpuNs: 1e7 },
}

test('simulateMixture gives requests that meet no others what they take alone', () => {
  const [waiting] = simulateMixture({ streams: [WAITING], processes: 2, cores: 1, policy: 'one-warm' })
  assert.equal(waiting?.requests, 20)
  assert.ok(Math.abs((waiting?.latencyNs ?? 0) - 11e6) < 1)
  assert.ok(Math.abs(waiting?.queueNs ?? 1) < 1)
})

test('simulateMixture lets a burst wait for itself in one process, and not in three on three cores', () => {
  const queueNs = (processes: number, policy: 'one-warm' | 'spread') =>
    simulateMixture({ streams: [COMPUTING], processes, cores: processes, policy })[0]?.queueNs ?? 0
  // 10 ms each, one millisecond after the other: the second waits 9 ms, the third 18.
  assert.ok(Math.abs(queueNs(1, 'one-warm') - 9e6) < 1)
  assert.ok(Math.abs(queueNs(3, 'spread')) < 1)
})

test('simulateMixture delays what waits by the work that came before it', () => {
  const mixture = { streams: [{ ...WAITING, durationMs: 100 }, COMPUTING], cores: 1 }
  const [alone] = simulateMixture({ ...mixture, processes: 1, policy: 'one-warm' })
  assert.ok((alone?.queueNs ?? 0) > 1e6)
})
