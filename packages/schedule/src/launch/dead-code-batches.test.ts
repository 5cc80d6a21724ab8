import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, decide, findDeadCode } from '@steelyard/stats'
import { logRatioOfSums } from '../../../stats/src/intervals/launch-ratio.ts'
import { FakeCore, type FakeOptions } from '../fixtures/fake-core.ts'
import type { Pacing } from '../run/pacing.ts'
import type { Contender } from './batch.ts'
import { conductLaunch } from './conduct-launch.ts'
import type { ContenderLaunch } from './window.ts'

const PACING: Pacing = {
  batchNs: 3e6,
  turnNs: 3e6,
  leadInNs: 0.3e6,
  warmupMinimumNs: 100e6,
  warmupMaximumNs: 600e6,
  timedNs: 300e6,
}

function conduct(contenders: readonly Contender[], seed = 1, pacing = PACING): Promise<ContenderLaunch[]> {
  const lanes = [contenders.map((_, index) => index)]
  return conductLaunch({
    contenders,
    lanes,
    gather: async () => {},
    pacing,
    random: createRandom(seed),
  })
}

async function launchOf(options: FakeOptions): Promise<ContenderLaunch> {
  const [launch] = await conduct([new FakeCore().contender(options)])
  assert.ok(launch)
  return launch
}

async function findingOf(options: FakeOptions) {
  const launches: ContenderLaunch[] = []
  while (launches.length < 3) launches.push(await launchOf(options))
  return findDeadCode(launches.flatMap(({ work }) => work ?? []))
}

function timesOf(work: ContenderLaunch['work']): readonly number[] {
  assert.ok(work)
  return [...work.onceNs, ...work.twiceNs.map(ns => ns / 2)].map(ns => ns / work.iterations)
}

test('measureDeadCode times n and 2n iterations and the empty loop, the cost of the channel subtracted', async () => {
  const contender = new FakeCore().contender({ iterationNs: () => 100, emptyNs: 2, channelNs: 400_000 })
  const calls: number[] = []
  const [{ work } = { work: null }] = await conduct([
    {
      ...contender,
      runEmpty: async iterations => {
        calls.push(iterations)
        return (await contender.runEmpty?.(iterations)) ?? Number.NaN
      },
    },
  ])
  assert.deepEqual(new Set(timesOf(work).map(Math.round)), new Set([100]))
  assert.equal(work?.onceNs.length, work?.twiceNs.length)
  const { iterations = 0, batchesNs = [] } = work?.empty ?? {}
  assert.ok(batchesNs.length >= 2)
  assert.deepEqual(new Set(batchesNs.map(ns => Math.round(ns / iterations))), new Set([2]))
  // A long first call, then three of half a batch before what counts.
  assert.deepEqual(calls, [300_000, ...Array<number>(3 + batchesNs.length).fill(750_000)])
})

test('measureDeadCode runs a lead-in before every batch, so that cache refills are on neither side of the growth', async () => {
  const core = new FakeCore()
  const launches = await conduct(
    [1, 2, 3].map(() => core.contender({ iterationNs: () => 5000, refillNs: 1e6 })),
  )
  for (const { work } of launches) {
    assert.deepEqual(new Set(timesOf(work).map(Math.round)), new Set([5000]))
  }
})

test('measureDeadCode leaves out a first batch, and begins a pair with n or with 2n in turn', async () => {
  const core = new FakeCore()
  const [launch] = await conduct([core.contender({ iterationNs: () => 5000 })])
  const { iterations = 0, onceNs = [], twiceNs = [] } = launch?.work ?? {}
  const pairs = onceNs.length
  assert.ok(pairs >= 2)
  assert.equal(twiceNs.length, pairs)
  const timed = core.calls.filter(call => call.timed).slice(-1 - 2 * pairs)
  const orders = Array.from({ length: pairs }, (_, pair) => (pair % 2 === 0 ? [1, 2] : [2, 1]))
  assert.deepEqual(
    timed.map(call => call.iterations / iterations),
    [1, ...orders.flat()],
  )
})

test('measureDeadCode runs the empty loop only for short iterations, and nothing for those of 10 ms and more', async () => {
  assert.ok((await launchOf({ iterationNs: () => 900, emptyNs: 1 })).work?.empty)
  assert.equal((await launchOf({ iterationNs: () => 5000, emptyNs: 1 })).work?.empty, null)
  assert.equal((await launchOf({ iterationNs: () => 900 })).work?.empty, null)
  assert.equal((await launchOf({ iterationNs: () => 40e6 })).work, null)
})

test('measureDeadCode runs nothing for whole calls of an adopted file: their loop has a count of its own', async () => {
  const core = new FakeCore()
  const whole = { ...core.contender({ iterationNs: () => 5000 }), hasWholeCalls: true as const }
  const launches = await conduct([whole, core.contender({ iterationNs: () => 5000 })])
  assert.deepEqual(
    launches.map(({ work }) => work === null),
    [true, false],
  )
})

test('measureDeadCode ends although the clock stands still in the empty loop', async () => {
  assert.ok((await launchOf({ iterationNs: () => 900, emptyNs: 0 })).work)
})

test('measureDeadCode takes a small part of the time of a launch', async () => {
  for (const [iterationNs, most, pairs, outsideNs = 0] of [
    [5, 0.07, 2],
    [5000, 0.04, 2],
    [1e6, 0.05, 2],
    [2e6, 0.05, 1],
    [9e6, 0.1, 1],
    [5000, 0.04, 1, 1e6],
    [5000, 0.04, 1, 20e6],
    [5, 0.07, 2, 20e6],
  ] as const) {
    const core = new FakeCore()
    const contender = core.contender({ iterationNs: () => iterationNs, emptyNs: 1, outsideNs })
    const [launch] = await conduct([contender])
    const { onceNs = [], twiceNs = [], empty = null } = launch?.work ?? {}
    assert.deepEqual([onceNs.length, twiceNs.length], [pairs, pairs])
    const leadInsNs = (onceNs.length + twiceNs.length) * Math.max(PACING.leadInNs, iterationNs)
    const spentNs = [...onceNs, ...twiceNs, ...(empty?.batchesNs ?? [])].reduce(
      (sum, ns) => sum + ns,
      leadInsNs,
    )
    assert.ok(spentNs / core.nowNs < most, `${iterationNs} ns: ${spentNs / core.nowNs}`)
  }
})

test('a launch shows honest work done, and dead code or work done once per batch lost', async () => {
  assert.equal((await findingOf({ iterationNs: () => 100, emptyNs: 1 })).state, 'done')
  assert.equal((await findingOf({ iterationNs: () => 1, emptyNs: 1 })).rule, 'floor')
  assert.equal((await findingOf({ iterationNs: () => 1, batchOnceNs: 4e6 })).rule, 'growth')
})

test('on a clock of whole milliseconds equal contenders are inconclusive for zero variance, never the same', async () => {
  const logRatios: number[] = []
  // All batches in step with the clock, so that it hides every difference.
  const pacing = { ...PACING, leadInNs: 1e6 }
  for (let seed = 0; seed < 12; seed++) {
    const options = { iterationNs: () => 1000, clockStepNs: 1e6 }
    // On one clock the warm-up of each would put the other out of step.
    const contenders = [0, 1].map(() => new FakeCore().contender(options))
    const [base, head] = await conduct(contenders, seed, pacing)
    assert.ok(base && head)
    logRatios.push(logRatioOfSums(head.wallNs, base.wallNs) ?? Number.NaN)
  }
  const [decision] = decide([{ logRatios, medianLogRatios: logRatios, driftingShare: 0 }], {
    threshold: 0.01,
    biasAllowance: 0.002,
    minimumLaunches: 10,
    quick: false,
  })
  assert.equal(decision?.verdict, 'inconclusive')
  assert.equal(decision?.reason, 'zero variance')
})
