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
})

test('conductLaunch ends where a case takes seconds for each batch', async () => {
  const { nowNs } = await conductBeside(2e9, () => 1000)
  assert.ok(nowNs < 50e9, `${nowNs / 1e9} s`)
})

test('conductLaunch makes as many turns of a case with little beside it as of others', async () => {
  const turns = async (outsideNs?: number) =>
    (await conductBeside(outsideNs, () => 1000)).launches[1]?.wallNs.length
  assert.equal(await turns(0), await turns())
})
