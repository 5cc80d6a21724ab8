import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { FakeCore } from '../fixtures/fake-core.ts'
import type { Pacing } from '../run/pacing.ts'
import type { Contender, Turn } from './batch.ts'
import { ContenderLost, conductLaunch, turnsOf } from './conduct-launch.ts'
import type { ContenderLaunch } from './window.ts'

const PACING: Pacing = {
  batchNs: 3e6,
  turnNs: 3e6,
  leadInNs: 0.3e6,
  warmupMinimumNs: 20e6,
  warmupMaximumNs: 100e6,
  timedNs: 59.4e6,
}

function conduct(contenders: readonly Contender[], pacing: Pacing = PACING): Promise<ContenderLaunch[]> {
  const lanes = [contenders.map((_, index) => index)]
  return conductLaunch({ contenders, lanes, gather: async () => {}, pacing, random: createRandom(1) })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test('conductLaunch measures the true time of each contender, with equally many samples', async () => {
  const core = new FakeCore()
  const launches = await conduct([1000, 2000, 70_000].map(ns => core.contender({ iterationNs: () => ns })))
  assert.deepEqual(
    launches.map(({ wallNs }) => Math.round(mean(wallNs))),
    [1000, 2000, 70_000],
  )
  assert.equal(new Set(launches.map(({ wallNs }) => wallNs.length)).size, 1)
  const positions = launches.flatMap(({ order }) => order).toSorted((a, b) => a - b)
  assert.deepEqual(
    positions,
    positions.map((_, index) => index),
  )
})

test('conductLaunch makes batches equal in time, not in iterations', async () => {
  const core = new FakeCore()
  const launches = await conduct([1000, 3000].map(ns => core.contender({ iterationNs: () => ns })))
  assert.deepEqual(
    launches.map(({ iterationsPerBatch }) => iterationsPerBatch),
    [3000, 1000],
  )
})

test('conductLaunch subtracts the cost of the channel from wall and CPU time', async () => {
  const core = new FakeCore()
  const [launch] = await conduct([core.contender({ iterationNs: () => 1000, channelNs: 400_000 })])
  assert.ok(launch)
  assert.ok(Math.abs(mean(launch.wallNs) - 1000) < 1e-6)
  assert.ok(launch.cpuNs.every(sample => sample !== null && Math.abs(sample - 1000) < 1e-6))
  assert.equal(launch.nullBatch.hostNs, 400_000)
})

test('conductLaunch takes the median null batch as the cost of the channel', async () => {
  const core = new FakeCore()
  const contender = core.contender({ iterationNs: () => 1000, channelNs: 400_000 })
  let nulls = 0
  const disturbed: Contender = {
    ...contender,
    async run(iterations) {
      const batch = await contender.run(iterations)
      if (iterations > 0) return { ...batch, mainCpuNs: batch.cpuNs }
      const strangeNs = [3e6, 0, -100_000, 0, 2e6][nulls++] ?? 0
      const { wallNs, hostNs, cpuNs } = batch
      return {
        ...{ wallNs: wallNs + strangeNs, hostNs: hostNs + 2 * strangeNs },
        ...{ cpuNs: (cpuNs ?? 0) + 3 * strangeNs, mainCpuNs: (cpuNs ?? 0) + 4 * strangeNs },
      }
    },
  }
  const [launch] = await conduct([disturbed])
  assert.equal(nulls, 5)
  assert.deepEqual(launch?.nullBatch, {
    ...{ wallNs: 400_000, hostNs: 400_000, cpuNs: 400_000, mainCpuNs: 400_000 },
  })
  assert.ok(Math.abs(mean(launch.wallNs) - 1000) < 1e-6)
})

test('conductLaunch keeps when each batch ran, its audit, and its time on other clocks', async () => {
  const core = new FakeCore()
  const contender = core.contender({ iterationNs: () => 1000 })
  const audit = { waitedNs: 5, preemptions: 1, stolenNs: 0, moved: false }
  const startsNs: number[] = []
  const [launch] = await conduct([
    {
      ...contender,
      async run(iterations) {
        const startedNs = core.nowNs
        if (iterations > 0) startsNs.push(startedNs)
        const batch = await contender.run(iterations)
        const clocks = { mainCpuNs: 1.5 * batch.wallNs, mainWaitedNs: 0.25 * batch.wallNs, hostWaitedNs: 0 }
        return { ...batch, ...clocks, audit, startedNs, endedNs: core.nowNs }
      },
    },
  ])
  const batches = launch?.wallNs.length ?? 0
  assert.deepEqual(launch?.audits, Array(batches).fill(audit))
  assert.deepEqual(
    launch?.brackets,
    startsNs.slice(0, batches).map(startNs => ({ startNs, endNs: startNs + 3e6, durationNs: 3e6 })),
  )
  assert.deepEqual(launch?.clockShares?.least, { host: 0.75, mainCpu: 1.5, empty: 0 })
  const [unread] = await conduct([core.contender({ iterationNs: () => 1000 })])
  assert.ok(unread?.brackets?.every(bracket => bracket === null))
  assert.ok(unread?.audits.every(one => one === null))
  assert.equal(unread?.clockShares?.mainCpu, null)
})

test('conductLaunch begins with a random contender, and draws another circuit each round', async () => {
  const orders = await Promise.all(
    Array.from({ length: 40 }, async (_, seed) => {
      const core = new FakeCore()
      const contenders = [0, 1, 2].map(() => core.contender({ iterationNs: () => 1000 }))
      const [lanes, gather] = [[[0, 1, 2]], async () => {}]
      const launches = await conductLaunch({
        ...{ contenders, lanes, gather, pacing: PACING, random: createRandom(seed) },
      })
      const byPosition = launches.flatMap(({ order }, index) => order.map(at => [at, index] as const))
      return byPosition.toSorted(([a], [b]) => a - b).map(([, index]) => index)
    }),
  )
  const firsts = [0, 1, 2].map(index => orders.filter(([first]) => first === index).length)
  assert.ok(
    firsts.every(count => count >= 6),
    `${firsts}`,
  )
  // Three contenders have three circuits from each beginning; rounds of one launch differ too.
  assert.ok(new Set(orders.map(order => order.join())).size > 30)
})

test('conductLaunch has null for CPU time that cannot be read', async () => {
  const core = new FakeCore()
  const [launch] = await conduct([core.contender({ iterationNs: () => 1000, cpu: false })])
  assert.ok(launch?.cpuNs.every(sample => sample === null))
})

test('conductLaunch runs a lead-in before every timed batch, so that cache refills are not timed', async () => {
  const core = new FakeCore()
  const refillNs = 200_000
  const launches = await conduct([1000, 1000].map(ns => core.contender({ iterationNs: () => ns, refillNs })))
  assert.deepEqual(
    launches.map(({ wallNs }) => Math.round(mean(wallNs))),
    [1000, 1000],
  )
  const timed = core.calls.flatMap((call, index) => (call.timed && call.iterations > 0 ? [index] : []))
  for (const index of timed) {
    const leadIn = core.calls[index - 1]
    assert.ok(leadIn && !leadIn.timed && leadIn.contender === core.calls[index]?.contender)
    assert.ok(leadIn.iterations * 1000 >= PACING.leadInNs)
  }
})

/** Conducts a launch whose contenders leave work behind, and returns the lead-in of each turn and the launches. */
async function conductLeaving(othersCpuNs: (leadIn: number) => number | null) {
  const core = new FakeCore()
  const contenders = [0, 1].map(() => core.contender({ iterationNs: () => 1000 }))
  const byItself = turnsOf(contenders)
  const taken: Turn[] = []
  const launches = await conductLaunch({
    ...{ contenders, lanes: [[0, 1]], gather: async () => {}, pacing: PACING, random: createRandom(1) },
    async takeTurns(turns) {
      taken.push(...turns)
      const batches = await byItself(turns)
      return batches.map((batch, index) => ({
        ...batch,
        othersCpuNs: othersCpuNs(turns[index]?.leadIn ?? 0),
      }))
    },
  })
  return { leadIns: new Set(taken.map(({ leadIn }) => leadIn)), taken, launches }
}

test('conductLaunch has longer lead-ins where more than 0.1 % of the batches is work that others left behind', async () => {
  const { leadIns, taken, launches } = await conductLeaving(leadIn => (leadIn < 600 ? 3100 : 2900))
  assert.deepEqual([...leadIns], [300, 600])
  assert.ok(taken.filter(({ iterations }) => iterations === 0).every(({ leadIn }) => leadIn === 300))
  for (const { backgroundShare } of launches) assert.ok(backgroundShare && backgroundShare < 3100 / 3e6)
})

test('conductLaunch has lead-ins four times as long at most, and says how much was left behind', async () => {
  const { leadIns, launches } = await conductLeaving(() => 30_000)
  assert.deepEqual([...leadIns], [300, 600, 1200])
  for (const { backgroundShare } of launches) assert.ok(Math.abs((backgroundShare ?? 0) - 0.01) < 1e-9)
})

test('conductLaunch leaves the lead-ins unchanged where nothing is left behind, or where that is unknown', async () => {
  assert.deepEqual([...(await conductLeaving(() => 0)).leadIns], [300])
  const { leadIns, launches } = await conductLeaving(() => null)
  assert.deepEqual([...leadIns], [300])
  assert.ok(launches.every(({ backgroundShare }) => backgroundShare === null))
})

test('conductLaunch takes the dead-code batches in the same kind of turns as the window', async () => {
  const { taken, launches } = await conductLeaving(() => 0)
  const { iterations = 0, onceNs = [] } = launches[1]?.work ?? {}
  const count = 1 + 2 * onceNs.length
  assert.deepEqual(
    new Set(taken.slice(-count).map(turn => [turn.contender, turn.iterations / iterations].join())),
    new Set(['1,1', '1,2']),
  )
})

test('conductLaunch never lets a contender follow itself while it times', async () => {
  const core = new FakeCore()
  const launches = await conduct(
    [1000, 1000, 1000, 1000].map(ns => core.contender({ iterationNs: () => ns })),
  )
  const timed = core.calls
    .filter(({ timed, iterations }) => timed && iterations > 0)
    .map(({ contender }) => contender)
    // The dead-code batches come after.
    .slice(0, launches.flatMap(({ order }) => order).length)
  assert.ok(timed.length >= 12)
  assert.ok(timed.every((contender, index) => contender !== timed[index - 1]))
})

test('conductLaunch measures cases that take longer than a batch', async () => {
  const core = new FakeCore()
  const launches = await conduct([40e6, 1000].map(ns => core.contender({ iterationNs: () => ns })))
  assert.equal(launches[0]?.iterationsPerBatch, 1)
  assert.ok((launches[0]?.wallNs.length ?? 0) >= 4)
})

test('conductLaunch gathers after every warm-up and before anything is timed', async () => {
  const core = new FakeCore()
  const contenders = [
    core.contender({ iterationNs: () => 1000 }),
    core.contender({ iterationNs: () => 1000 }),
  ]
  let callsBefore = 0
  await conductLaunch({
    contenders,
    lanes: [[1], [0]],
    gather: async () => {
      callsBefore = core.calls.length
      assert.ok(core.calls.every(({ timed }) => !timed))
    },
    pacing: PACING,
    random: createRandom(1),
  })
  assert.ok(callsBefore > 0 && callsBefore < core.calls.length)
})

test('conductLaunch names the contender that was lost', async () => {
  const core = new FakeCore()
  const contenders = [
    core.contender({ iterationNs: () => 1000 }),
    core.contender({ iterationNs: () => 1000, failsAtCall: 30 }),
  ]
  await assert.rejects(conduct(contenders), (error: unknown) => {
    assert.ok(error instanceof ContenderLost)
    assert.deepEqual([error.name, error.message, error.contender], ['ContenderLost', 'gone', 1])
    assert.equal((error.cause as Error).message, 'gone')
    return true
  })
})

test('conductLaunch measures again when a contender was optimised in the middle, and keeps the discarded window', async () => {
  const core = new FakeCore()
  let gathered = 0
  const launches = await conductLaunch({
    contenders: [
      core.contender({ iterationNs: () => 1000 }),
      // Slow for its first 60 ms, which is beyond its warm-up.
      core.contender({ iterationNs: done => (done < 3_000 ? 20_000 : 1000) }),
    ],
    lanes: [[0], [1]],
    gather: async () => void gathered++,
    pacing: PACING,
    random: createRandom(1),
  })
  assert.equal(gathered, 1)
  assert.deepEqual(
    launches.map(({ wallNs }) => Math.round(mean(wallNs))),
    [1000, 1000],
  )
  assert.deepEqual(
    launches.map(({ early }) => early.length),
    [1, 1],
  )
  assert.ok(mean(launches[1]?.early[0]?.wallNs ?? []) > 2000)
  assert.equal(launches[1]?.iterationsPerBatch, 3000)
  assert.deepEqual(
    launches.map(({ warmup }) => warmup.state),
    ['steady', 'steady'],
  )
})

test('conductLaunch calls a contender never steady that changes in every window', async () => {
  const core = new FakeCore()
  // Three times as slow after every eighth timed batch.
  const timedBatches = () =>
    core.calls.filter(call => call.contender === 1 && call.timed && call.iterations > 0).length
  const launches = await conduct([
    core.contender({ iterationNs: () => 1000 }),
    core.contender({ iterationNs: () => 1000 * 3 ** Math.floor(timedBatches() / 8) }),
  ])
  assert.deepEqual(
    launches.map(({ early }) => early.length),
    [2, 2],
  )
  assert.ok(launches.every(({ early }) => early.every(({ wallNs }) => wallNs.length >= 9)))
  assert.deepEqual(
    launches.map(({ warmup }) => warmup.state),
    ['steady', 'never steady'],
  )
})

test('conductLaunch warms up on a clock that reports negative time for null batches', async () => {
  const core = new FakeCore()
  const contender = core.contender({ iterationNs: () => 1000 })
  const negative: Contender = {
    ...contender,
    warm: async iterations => (iterations === 0 ? { wallNs: -20e6 } : contender.warm(iterations)),
  }
  const [launch] = await conduct([negative])
  assert.equal(launch?.iterationsPerBatch, 3000)
})

test('conductLaunch measures a contender after the iterations that it needs, and the others without', async () => {
  const core = new FakeCore()
  const launches = await conductLaunch({
    contenders: [
      core.contender({ iterationNs: done => (done < 5000 ? 100_000 : 25_000) }),
      core.contender({ iterationNs: () => 25_000 }),
    ],
    lanes: [[0], [1]],
    gather: async () => {},
    pacing: PACING,
    needs: [{ probeNs: 0, iterations: 6000 }],
    random: createRandom(1),
  })
  assert.deepEqual(
    launches.map(({ wallNs }) => Math.round(mean(wallNs))),
    [25_000, 25_000],
  )
  const [late, usual] = launches.map(({ warmup }) => warmup.durationNs)
  assert.ok(late !== undefined && late > 500e6, `${late}`)
  assert.ok(usual !== undefined && usual < 50e6, `${usual}`)
})

test('conductLaunch warms contenders of one core up in turns, never two at once', async () => {
  const core = new FakeCore()
  const [warmed, underWay]: [number[], Set<number>] = [[], new Set()]
  const contenders = [0, 1].map(index => {
    const contender = core.contender({ iterationNs: () => 1000 })
    return {
      ...contender,
      async warm(iterations: number) {
        assert.equal(underWay.size, 0)
        underWay.add(index)
        await new Promise<void>(resolve => setImmediate(resolve))
        underWay.delete(index)
        if (iterations > 0) warmed.push(index)
        return contender.warm(iterations)
      },
    }
  })
  await conduct(contenders, { ...PACING, warmupMinimumNs: 100e6, warmupMaximumNs: 200e6 })
  // Four turns of each.
  const turns = warmed.filter((index, at) => index !== warmed[at - 1])
  assert.ok(turns.length >= 6, `${turns}`)
  // Most batches follow one of the same contender.
  assert.ok(warmed.length > 4 * turns.length, `${warmed.length} batches, ${turns.length} turns`)
})
