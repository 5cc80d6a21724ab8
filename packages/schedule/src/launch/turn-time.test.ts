import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { FakeCore } from '../fixtures/fake-core.ts'
import type { Pacing } from '../run/pacing.ts'
import { conductLaunch } from './conduct-launch.ts'

const PACING: Pacing = {
  batchNs: 3e6,
  turnNs: 3e6,
  leadInNs: 0.3e6,
  warmupMinimumNs: 100e6,
  warmupMaximumNs: 600e6,
  timedNs: 500e6,
}

/** Conducts a launch of a pair, the second of which works for `outsideNs` in every batch outside of what it times. */
async function conductBeside(outsideNs: number | undefined, iterationNs: (done: number) => number) {
  const core = new FakeCore()
  const contenders = [
    core.contender({ iterationNs: () => 1000 }),
    core.contender({ iterationNs, ...(outsideNs !== undefined && { outsideNs }) }),
  ]
  const lanes = [[0], [1]]
  const options = { contenders, lanes, gather: async () => {}, pacing: PACING, random: createRandom(1) }
  const launches = await conductLaunch(options)
  return { launches, calls: core.calls, nowNs: core.nowNs }
}

test('conductLaunch counts the time that a case takes outside of what it times', async () => {
  const { launches, calls, nowNs } = await conductBeside(100e6, () => 1000)
  assert.ok(nowNs < 4e9, `${nowNs / 1e9} s`)
  const nulls = calls.flatMap(({ timed, iterations }, at) =>
    timed && iterations === 0 ? [calls[at - 1]] : [],
  )
  const ledIn = nulls.map(before => before?.contender === 1 && before.iterations > 0)
  assert.deepEqual([nulls.length, ledIn.includes(true)], [10, false])
  for (const { wallNs, iterationsPerBatch, warmup } of launches) {
    assert.deepEqual(new Set(wallNs.map(Math.round)), new Set([1000]))
    assert.equal(iterationsPerBatch, 3000)
    assert.equal(warmup.state, 'steady')
  }
  assert.deepEqual(
    launches.map(({ warmup }) => warmup.outsideNs),
    [undefined, 100e6],
  )
  const share = launches[1]?.warmup.untimedShare ?? 0
  assert.ok(Math.abs(share - 100 / 103) < 0.001, `${share} is that of batches of 3 ms`)
})

test('conductLaunch ends where a case takes seconds for each batch', async () => {
  const { nowNs } = await conductBeside(2e9, () => 1000)
  assert.ok(nowNs < 50e9, `${nowNs / 1e9} s`)
})

test('conductLaunch makes as many turns of a case with little besides its function as of others', async () => {
  const turns = async (outsideNs?: number) =>
    (await conductBeside(outsideNs, () => 1000)).launches[1]?.wallNs.length
  assert.equal(await turns(0), await turns())
})

test('conductLaunch makes turns of a length that whole rounds of them fill the window', async () => {
  for (const [count, turnNs, batches, lengthNs] of [
    [4, 24e6, 9, 27.5e6],
    [3, 24e6, 10, 24.7e6],
    [2, 24e6, 10, 24.7e6],
    [4, 10e6, 24, 10.1e6],
    [4, 3e6, 75, 3.03e6],
  ] as const) {
    const core = new FakeCore()
    const contenders = Array.from({ length: count }, () => core.contender({ iterationNs: () => 1000 }))
    const lanes = [contenders.map((_, index) => index)]
    const pacing = { ...PACING, turnNs, timedNs: 250e6 }
    const options = { contenders, lanes, gather: async () => {}, pacing, random: createRandom(1) }
    for (const { wallNs, iterationsPerBatch } of await conductLaunch(options)) {
      assert.equal(wallNs.length, batches)
      assert.ok(Math.abs(iterationsPerBatch * 1000 - lengthNs) < 0.03e6, `${iterationsPerBatch} µs`)
    }
  }
})
