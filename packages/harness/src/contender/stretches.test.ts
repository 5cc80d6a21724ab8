import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardError } from '../../../stats/src/descriptive/moments.ts'
import { mean } from '../../../stats/src/index.ts'
import type { Stopwatch } from '../suite/adopted-suite.ts'
import { tickingClock } from './clock.ts'
import { newStretches } from './stretches.ts'
import { runWindow, type TimedWindow } from './window.ts'

const TICK_NS = 1e6
const READING_NS = 50

/** A clock of whole ticks, and a case that starts and stops it for every iteration. */
function coarseCase(timedNs: number, untimedNs: number, timesCalls = false) {
  const world = { trueNs: 123_456 }
  const now = () => {
    world.trueNs += READING_NS
    return Math.floor(world.trueNs / TICK_NS) * TICK_NS
  }
  const made: TimedWindow = {
    stretches: newStretches(),
    ...(timesCalls && { timesCalls }),
    window(iterations: number, watch: Stopwatch) {
      for (let i = 0; i < iterations; i++) {
        world.trueNs += untimedNs
        watch.start()
        world.trueNs += timedNs
        watch.stop()
      }
    },
  }
  return { world, clock: tickingClock(now, TICK_NS), made }
}

/** Two of them are in step with the tick: the phase of a batch would be that of all its iterations. */
const CASES = [
  { timedNs: 34_567, untimedNs: 4321 },
  { timedNs: 12_345, untimedNs: 450_000 },
  { timedNs: 250_000, untimedNs: 749_900 },
  { timedNs: 900_000, untimedNs: 99_900 },
  { timedNs: 3_200_000, untimedNs: 799_900 },
]

for (const { timedNs, untimedNs } of CASES) {
  test(`stretches of ${timedNs} ns between ${untimedNs} ns are right on average, and wait for no edge`, async () => {
    const { world, clock, made } = coarseCase(timedNs, untimedNs)
    const iterations = Math.ceil(10e6 / timedNs)
    await runWindow(made, clock, 2)
    const foundNs: number[] = []
    const beganNs = world.trueNs
    const batches = 400
    for (let batch = 0; batch < batches; batch++) {
      const { durationNs } = await runWindow(made, clock, iterations)
      foundNs.push(durationNs / iterations)
    }
    const error = mean(foundNs) / timedNs - 1
    assert.ok(Math.abs(error) < 0.03, `${error} off`)
    assert.ok(Math.abs(error) < (3.5 * standardError(foundNs)) / timedNs + 0.002, `${error} off`)
    const workNs = batches * iterations * (timedNs + untimedNs)
    assert.ok(world.trueNs - beganNs < workNs + batches * 2 * TICK_NS, 'two ticks for each batch')
  })
}

test('long stretches are timed to a fraction of the tick', async () => {
  const { clock, made } = coarseCase(7_654_321, 1000)
  for (let batch = 0; batch < 5; batch++) {
    const { durationNs } = await runWindow(made, clock, 2)
    assert.ok(Math.abs(durationNs - 2 * 7_654_321) < 1000, `${durationNs}`)
  }
})

test('a batch without iterations takes no time when edges are counted', async () => {
  const { clock, made } = coarseCase(50_000, 50_000)
  await runWindow(made, clock, 10)
  assert.equal(made.stretches.areShort, true)
  const nulls = await Promise.all(Array.from({ length: 9 }, () => runWindow(made, clock, 0)))
  assert.equal(nulls.filter(({ durationNs }) => durationNs === 0).length, 9)
})

test('calls that are too short for a ticking clock are not measured, and longer ones are', async () => {
  const short = coarseCase(1000, 1000, true)
  await runWindow(short.made, short.clock, 10)
  await assert.rejects(runWindow(short.made, short.clock, 10_000), /reading the clock is 5 % of their time/)
  const long = coarseCase(20_000, 1000, true)
  await runWindow(long.made, long.clock, 10)
  await runWindow(long.made, long.clock, 500)
})
