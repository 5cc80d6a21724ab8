import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { normal } from '../../../stats/test/noise.ts'
import { FakeCore } from '../fixtures/fake-core.ts'
import type { Pacing } from '../run/pacing.ts'
import { iterationsPerBatch, warmUp } from './warm-up.ts'

const PACING: Pacing = {
  batchNs: 3e6,
  turnNs: 3e6,
  leadInNs: 0.3e6,
  warmupMinimumNs: 100e6,
  warmupMaximumNs: 600e6,
  timedNs: 100e6,
}

const PROBE = { probeNs: 3e9, iterations: 0 }

test('warmUp finds the length of an iteration, from nanoseconds to many milliseconds', async () => {
  for (const iterationNs of [2, 500, 40_000, 3e6, 50e6]) {
    const found = await warmUp(new FakeCore().contender({ iterationNs: () => iterationNs }), 0, PACING)
    assert.ok(Math.abs(found.iterationNs / iterationNs - 1) < 0.01, `${found.iterationNs} for ${iterationNs}`)
    assert.equal(found.state, 'steady')
    assert.ok(found.durationNs >= PACING.warmupMinimumNs)
  }
})

test('warmUp subtracts the cost of the channel', async () => {
  const contender = new FakeCore().contender({ iterationNs: () => 1000, channelNs: 300_000 })
  const { iterationNs } = await warmUp(contender, 300_000, PACING)
  assert.ok(Math.abs(iterationNs - 1000) < 10)
})

test('warmUp waits for a contender that gets faster in the end', async () => {
  const core = new FakeCore()
  const { state, iterationNs } = await warmUp(
    core.contender({ iterationNs: done => (done < 9_000 ? 10_000 : 1000) }),
    0,
    PACING,
  )
  assert.equal(state, 'steady')
  assert.equal(iterationNs, 1000)
  assert.ok(core.nowNs > PACING.warmupMinimumNs)
})

test('warmUp is steady after twelve batches of nearly the wanted length that agree', async () => {
  const batchesOf = async (iterationNs: (done: number) => number) =>
    (await warmUp(new FakeCore().contender({ iterationNs }), 0, { ...PACING, warmupMinimumNs: 36e6 })).batches
  // One iteration, and then eight, are too short.
  assert.equal(await batchesOf(() => 3e6), 12)
  assert.equal(await batchesOf(() => 50_000), 14)
  // When it gets ten times as fast, one more is too short, and those before it count no more.
  assert.equal(await batchesOf(done => (done < 240 ? 50_000 : 5000)), 6 + 1 + 12)
})

test('warmUp calls a contender drifting that never settles', async () => {
  const core = new FakeCore()
  // Twice as slow every 140 ms.
  const contender = core.contender({ iterationNs: () => 1000 * Math.exp(core.nowNs / 200e6) })
  const { state, durationNs } = await warmUp(contender, 0, PACING)
  assert.equal(state, 'drifting')
  assert.ok(durationNs >= PACING.warmupMaximumNs)
})

test('warmUp distinguishes noise between long iterations from drifting', async t => {
  const random = createRandom(36)
  const driftingShare = async (slower: number) => {
    const states = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const core = new FakeCore()
        const iterationNs = (done: number) => 36e6 * slower ** done * Math.exp(0.25 * normal(random))
        return (await warmUp(core.contender({ iterationNs }), 0, PACING)).state
      }),
    )
    return states.filter(state => state === 'drifting').length / states.length
  }
  const [noisy, drifting] = [await driftingShare(1), await driftingShare(1.06)]
  t.diagnostic(`noise alone ${noisy}, 6 % slower each time ${drifting}`)
  assert.ok(noisy < 0.25, `${noisy} of launches that only are noisy`)
  assert.ok(drifting > 0.5, `${drifting} of launches that drift`)
})

test('warmUp ends at its longest time once two windows are full, whatever their noise', async () => {
  // Six batches of 40 ms and six of 60 ms are just as long.
  const slower = await warmUp(
    new FakeCore().contender({ iterationNs: done => (done < 6 ? 40e6 : 60e6) }),
    0,
    PACING,
  )
  assert.deepEqual([slower.state, slower.batches], ['drifting', 12])
  // Two lengths in turn: no two windows agree, and their ranks do not change.
  const restless = await warmUp(
    new FakeCore().contender({ iterationNs: done => (done % 4 === 0 ? 60e6 : 20e6 + 5e6 * (done % 7)) }),
    0,
    PACING,
  )
  assert.ok(restless.durationNs < PACING.warmupMaximumNs + 60e6, `${restless.durationNs}`)
})

test('warmUp judges iterations that take longer than a whole warm-up by nine of them, within 15 s', async () => {
  const ended = async (iterationNs: (done: number) => number) => {
    const { state, batches } = await warmUp(new FakeCore().contender({ iterationNs }), 0, PACING)
    return [state, batches]
  }
  assert.deepEqual(await ended(() => 0.25e9), ['steady', 10])
  assert.deepEqual(await ended(done => (done === 0 ? 5e9 : 1e9)), ['steady', 9])
  assert.deepEqual(await ended(done => 1e9 * 0.995 ** done), ['steady', 9])
  assert.deepEqual(await ended(done => 1e9 * 0.9 ** done), ['drifting', 9])
  assert.deepEqual(await ended(() => 3e9), ['drifting', 5])
})

test('iterationsPerBatch is at least one', () => {
  assert.equal(iterationsPerBatch(1000, 3e6), 3000)
  assert.equal(iterationsPerBatch(20e6, 3e6), 1)
})

test('warmUp probes for a late change for the given time, and reports it', async () => {
  const core = new FakeCore()
  const contender = core.contender({ iterationNs: done => (done < 16_000 ? 100_000 : 25_000) })
  const { state, iterationNs, durationNs, late } = await warmUp(contender, 0, PACING, PROBE)
  assert.deepEqual([state, iterationNs], ['steady', 25_000])
  assert.ok(durationNs > 2e9 && durationNs < 3.1e9, `${durationNs}`)
  assert.ok(late && late.iterations > 15_000 && late.iterations < 18_000, `${late?.iterations}`)
})

test('warmUp probes no longer than is useful', async () => {
  for (const [iterationNs, leastNs, mostNs, late] of [
    [10_000, 0.35e9, 0.5e9, null],
    // 30,000 iterations fit in and none changes: the next ones might.
    [100_000, 2.9e9, 3.1e9, undefined],
    [1e6, 0.09e9, 0.2e9, undefined],
  ] as const) {
    const probe = await warmUp(new FakeCore().contender({ iterationNs: () => iterationNs }), 0, PACING, PROBE)
    assert.equal(probe.late, late)
    assert.ok(probe.durationNs > leastNs && probe.durationNs < mostNs, `${probe.durationNs}`)
  }
  // More iterations than a probe has.
  const plain = await warmUp(new FakeCore().contender({ iterationNs: () => 1000 }), 0, PACING)
  assert.equal(plain.late, undefined)
})

test('warmUp runs the iterations that it needs, and drifts when they take too long', async () => {
  const need = { probeNs: 0, iterations: 20_000 }
  const core = new FakeCore()
  const enough = await warmUp(core.contender({ iterationNs: () => 50_000 }), 0, PACING, need)
  assert.ok(core.calls.reduce((sum, { iterations }) => sum + iterations, 0) >= 20_000)
  assert.equal(enough.state, 'steady')
  const tooLong = await warmUp(new FakeCore().contender({ iterationNs: () => 5e6 }), 0, PACING, need)
  assert.equal(tooLong.state, 'drifting')
})
