import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../protocol/protocol.ts'
import type { AdoptedSuite, Stopwatch, WindowCase } from '../suite/adopted-suite.ts'
import { ask, type Contender, createContender } from './contender.ts'

let nowNs = 0
const clock = { start: () => nowNs, stop: () => nowNs, spentNs: 7, resolutionNs: () => 1 }

test('a window is timed from its start to its end, and nothing else', async () => {
  const contender = await prepared((iterations, watch) => {
    nowNs += 1000
    watch.start()
    nowNs += 10 * iterations
    watch.stop()
    nowNs += 1000
    watch.start()
    nowNs += iterations
    watch.stop()
  })
  assert.deepEqual(await ask(contender, { type: 'run', iterations: 5 }), {
    type: 'ran',
    durationNs: 55,
    clockNs: 14,
  })
})

test('a window may add what its file timed itself', async () => {
  const contender = await prepared((iterations, watch) => {
    nowNs += 1000
    watch.add(3 * iterations)
  })
  assert.deepEqual(await ask(contender, { type: 'run', iterations: 5 }), {
    ...{ type: 'ran', durationNs: 15, clockNs: 0 },
  })
})

test('a null batch runs no window', async () => {
  let calls = 0
  const contender = await prepared((_, watch) => {
    calls++
    watch.start()
    watch.stop()
  })
  const reply = await ask(contender, { type: 'run', iterations: 0 })
  assert.deepEqual(reply, { type: 'ran', durationNs: 0, clockNs: 7 })
  assert.equal(calls, 1, 'the first call')
})

const WRONG: readonly (readonly [string, (watch: Stopwatch) => void, RegExp])[] = [
  ['never starts', () => {}, /did not start and stop its own clock/],
  ['starts twice', watch => [watch.start(), watch.start()], /started its clock twice/],
  ['stops first', watch => watch.stop(), /stopped its clock before it started it/],
  ['never stops', watch => watch.start(), /did not start and stop its own clock/],
]

for (const [what, use, message] of WRONG) {
  test(`a window that ${what} fails`, async () => {
    const contender = await prepared((_, watch) => use(watch))
    const reply = await ask(contender, { type: 'run', iterations: 1 })
    assert.match((reply as Extract<Reply, { type: 'failed' }>).message, message)
  })
}

test('a unit that is not an iteration is reported once', async () => {
  const units = async (count: number | null) => {
    const window = (_: number, watch: Stopwatch) => {
      watch.start()
      watch.stop()
      if (count !== null) watch.units(count)
    }
    const reply = await ask(createContender(suiteOf(window), clock), PREPARE)
    return (reply as Extract<Reply, { type: 'prepared' }>).unitsPerIteration
  }
  assert.deepEqual(await Promise.all([0.5, 1, null, Number.NaN].map(units)), [
    0.5,
    undefined,
    undefined,
    undefined,
  ])
})

/** A clock that takes 40 ns to be read. */
const slowClock = {
  ...clock,
  start: () => nowNs,
  stop: () => {
    nowNs += 40
    return nowNs
  },
  spentNs: 0,
}

test('what reading the clock takes is no part of calls that are timed each', async () => {
  const reply = await each(10_000, slowClock)
  assert.ok(reply.type === 'ran')
  // The one that is left is in the empty batch, and taken out with it.
  assert.equal(reply.durationNs, 1000 * 10_000 + 40)
})

test('calls that are too short to be timed each are not measured', async () => {
  const short = await each(1000, slowClock)
  assert.ok(short.type === 'failed')
  assert.equal(short.phase, 'unsupported')
  assert.match(short.message, /too short for that: reading the clock is 4 % of their time/)
})

test('a short batch of calls that are timed each grows by what it took', async () => {
  const reply = await each(0, slowClock)
  assert.ok(reply.type === 'ran')
  assert.equal(reply.durationNs, 1000 * 40)
})

async function each(callNs: number, by: typeof clock): Promise<Reply> {
  const window = (iterations: number, watch: Stopwatch) => {
    for (let i = 0; i < iterations; i++) {
      watch.start()
      nowNs += callNs
      watch.stop()
    }
  }
  const suite = { ...suiteOf(window), make: () => ({ window, timesCalls: true as const }) }
  const contender = createContender(suite, by)
  await ask(contender, PREPARE)
  return ask(contender, { type: 'run', iterations: 1000 })
}

type Ran = Extract<Reply, { type: 'ran' }>

const PREPARE = { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null } as const

test('a window that takes no longer for any number of iterations fails', async () => {
  const contender = await prepared((_, watch) => {
    watch.start()
    watch.stop()
  })
  const reply = await ask(contender, { type: 'run', iterations: 2e9 })
  assert.match(
    (reply as Extract<Reply, { type: 'failed' }>).message,
    /time does not grow with its iterations/,
  )
})

test('an iteration may be a unit of its file, of which calls have a number of their own', async () => {
  let calls = 0
  const window = (count: number, watch: Stopwatch) => {
    calls += count
    watch.start()
    nowNs += 702 * count
    watch.stop()
    watch.units(7 * count)
  }
  const suite = { ...suiteOf(window), make: () => ({ window, unitsPerCall: () => 7 }) }
  const contender = createContender(suite, clock)
  const reply = await ask(contender, PREPARE)
  assert.ok(reply.type === 'prepared' && reply.unitsPerIteration === undefined && reply.wholeCalls)
  const timed = async (iterations: number) => {
    const { durationNs, iterationsRun } = (await ask(contender, { type: 'run', iterations })) as Ran
    return [durationNs, iterationsRun]
  }
  assert.deepEqual(await timed(21), [2106, 21])
  assert.deepEqual(await timed(1), [100, 7], 'one call, of which a part is reported')
  assert.equal(calls, 1 + 3 + 1)
  assert.deepEqual(await timed(15), [1504, 21], 'three calls, since two are too few')
  assert.equal(calls, 1 + 3 + 1 + 3)
  const callsIn = async (iterations: number) => {
    const before = calls
    const reply = await ask(contender, { type: 'lead-in', iterations })
    return [calls - before, (reply as Extract<Reply, { type: 'led-in' }>).iterationsRun]
  }
  assert.deepEqual(await callsIn(1), [1, 7], 'a lead-in has a call, whatever batches had too many of')
  assert.deepEqual(await callsIn(8), [2, 14])
  assert.deepEqual(await callsIn(0), [0, 0])
})

async function prepared(window: WindowCase['window']): Promise<Contender> {
  const contender = createContender(suiteOf(window), clock)
  const reply = await ask(contender, PREPARE)
  assert.equal(reply.type, 'prepared')
  return contender
}

function suiteOf(window: WindowCase['window']): AdoptedSuite {
  return {
    ...{ kind: 'adopted', name: 'x', question: 'q?', dialect: 'd', params: {}, baseline: 'one' },
    cases: { one: { title: 'one', params: [] } },
    unsupported: {},
    make: () => ({ window }),
  }
}
