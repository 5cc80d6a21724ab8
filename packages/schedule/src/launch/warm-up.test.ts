import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { normal } from '../../../stats/test/noise.ts'
import { FakeBeam } from '../fixtures/fake-beam.ts'
import type { Pacing } from '../run/pacing.ts'
import { iterationsPerBatch, warmUp } from './warm-up.ts'

const PACING: Pacing = {
  batchNs: 3e6,
  leadInNs: 0.3e6,
  warmupMinimumNs: 100e6,
  warmupMaximumNs: 600e6,
  timedNs: 100e6,
}

const LOOK = { lookNs: 3e9, iterations: 0 }

test('warmUp finds the length of an iteration, from nanoseconds to many milliseconds', async () => {
  for (const iterationNs of [2, 500, 40_000, 3e6, 50e6]) {
    const found = await warmUp(new FakeBeam().contender({ iterationNs: () => iterationNs }), 0, PACING)
    assert.ok(Math.abs(found.iterationNs / iterationNs - 1) < 0.01, `${found.iterationNs} for ${iterationNs}`)
    assert.equal(found.state, 'steady')
    assert.ok(found.durationNs >= PACING.warmupMinimumNs)
  }
})

test('warmUp takes the cost of the channel out', async () => {
  const contender = new FakeBeam().contender({ iterationNs: () => 1000, channelNs: 300_000 })
  const { iterationNs } = await warmUp(contender, 300_000, PACING)
  assert.ok(Math.abs(iterationNs - 1000) < 10)
})

test('warmUp waits for a contender that gets faster in the end', async () => {
  const beam = new FakeBeam()
  const { state, iterationNs } = await warmUp(
    beam.contender({ iterationNs: done => (done < 9_000 ? 10_000 : 1000) }),
    0,
    PACING,
  )
  assert.equal(state, 'steady')
  assert.equal(iterationNs, 1000)
  assert.ok(beam.nowNs > PACING.warmupMinimumNs)
})

test('warmUp says of a contender that never settles that it drifts', async () => {
  const beam = new FakeBeam()
  // Twice as slow every 140 ms.
  const contender = beam.contender({ iterationNs: () => 1000 * Math.exp(beam.nowNs / 200e6) })
  const { state, durationNs } = await warmUp(contender, 0, PACING)
  assert.equal(state, 'drifting')
  assert.ok(durationNs >= PACING.warmupMaximumNs)
})

test('warmUp tells noise between long iterations from drifting', async t => {
  const random = createRandom(36)
  const driftingShare = async (slower: number) => {
    const states = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const beam = new FakeBeam()
        const iterationNs = (done: number) => 36e6 * slower ** done * Math.exp(0.25 * normal(random))
        return (await warmUp(beam.contender({ iterationNs }), 0, PACING)).state
      }),
    )
    return states.filter(state => state === 'drifting').length / states.length
  }
  const [noisy, drifting] = [await driftingShare(1), await driftingShare(1.06)]
  t.diagnostic(`noise alone ${noisy}, 6 % slower each time ${drifting}`)
  assert.ok(noisy < 0.25, `${noisy} of launches that only are noisy`)
  assert.ok(drifting > 0.5, `${drifting} of launches that drift`)
})

test('warmUp ends where an iteration takes longer than a whole warm-up', async () => {
  const beam = new FakeBeam()
  const { state, batches } = await warmUp(beam.contender({ iterationNs: () => 1e9 }), 0, PACING)
  assert.equal(state, 'drifting')
  assert.equal(batches, 3)
})

test('iterationsPerBatch is at least one', () => {
  assert.equal(iterationsPerBatch(1000, 3e6), 3000)
  assert.equal(iterationsPerBatch(20e6, 3e6), 1)
})

test('warmUp looks for a late change for as long as it is told, and tells where it was', async () => {
  const beam = new FakeBeam()
  const contender = beam.contender({ iterationNs: done => (done < 16_000 ? 100_000 : 25_000) })
  const { state, iterationNs, durationNs, late } = await warmUp(contender, 0, PACING, LOOK)
  assert.deepEqual([state, iterationNs], ['steady', 25_000])
  assert.ok(durationNs > 2e9 && durationNs < 3.1e9, `${durationNs}`)
  assert.ok(late && late.iterations > 15_000 && late.iterations < 18_000, `${late?.iterations}`)
})

test('warmUp looks no longer than there is something to see', async () => {
  for (const [iterationNs, leastNs, mostNs, late] of [
    [10_000, 0.35e9, 0.5e9, null],
    // 30,000 iterations fit in and none changes: the next ones might.
    [100_000, 2.9e9, 3.1e9, undefined],
    [1e6, 0.09e9, 0.2e9, undefined],
  ] as const) {
    const look = await warmUp(new FakeBeam().contender({ iterationNs: () => iterationNs }), 0, PACING, LOOK)
    assert.equal(look.late, late)
    assert.ok(look.durationNs > leastNs && look.durationNs < mostNs, `${look.durationNs}`)
  }
  const plain = await warmUp(new FakeBeam().contender({ iterationNs: () => 10_000 }), 0, PACING)
  assert.equal(plain.late, undefined)
})

test('warmUp runs the iterations it is told to, and drifts when they take too long', async () => {
  const need = { lookNs: 0, iterations: 20_000 }
  const beam = new FakeBeam()
  const enough = await warmUp(beam.contender({ iterationNs: () => 50_000 }), 0, PACING, need)
  assert.ok(beam.calls.reduce((sum, { iterations }) => sum + iterations, 0) >= 20_000)
  assert.equal(enough.state, 'steady')
  const tooLong = await warmUp(new FakeBeam().contender({ iterationNs: () => 5e6 }), 0, PACING, need)
  assert.equal(tooLong.state, 'drifting')
})
