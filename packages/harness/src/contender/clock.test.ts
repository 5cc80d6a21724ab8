import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardError } from '../../../stats/src/descriptive/moments.ts'
import { createRandom, mean, type Random } from '../../../stats/src/index.ts'
import { plainClock, tickingClock } from './clock.ts'

const TICK_NS = 1e6

/** A clock in whole ticks that only readings and work advance. */
class CoarseWorld {
  trueNs = 0
  readonly #readingNs: () => number

  constructor(readingNs: () => number) {
    this.#readingNs = readingNs
  }

  readonly now = (): number => {
    this.trueNs += this.#readingNs()
    return Math.floor(this.trueNs / TICK_NS) * TICK_NS
  }

  /** Returns the time measured for work of `workNs` that begins at a random moment of a tick. */
  time(workNs: number, random: Random): number {
    const clock = tickingClock(this.now, TICK_NS)
    this.trueNs += random.next() * TICK_NS
    const start = clock.start()
    this.trueNs += workNs
    return clock.stop() - start
  }
}

test('a clock of whole milliseconds measures a batch to within a few readings', () => {
  const random = createRandom(1)
  const world = new CoarseWorld(() => 80)
  for (const workNs of [0, 300_000, 999_900, 1_000_100, 3_141_592, 10_000_000]) {
    const foundNs = world.time(workNs, random)
    assert.ok(Math.abs(foundNs - workNs) < 500, `${foundNs} for ${workNs}`)
  }
})

test('the measured time is right on average when the cost of a reading varies', () => {
  const random = createRandom(2)
  // Slow and fast stretches of some ticks each, twofold apart, as a busy neighbour makes them.
  let slow = false
  const world = new CoarseWorld(() => {
    if (random.next() < 1 / 30_000) slow = !slow
    return (slow ? 160 : 80) * (0.5 + random.next())
  })
  const workNs = 4_321_000
  const errors = Array.from({ length: 400 }, () => world.time(workNs, random) - workNs)
  assert.ok(Math.abs(mean(errors)) < 3 * standardError(errors) + 500, `${mean(errors)} ns off`)
  assert.ok(Math.max(...errors.map(Math.abs)) < TICK_NS, 'no error reaches a tick')
})

test('the clock starts over after sleeping over an edge, and errs by at most a tick when it does so at the end', () => {
  const random = createRandom(3)
  const world = new CoarseWorld(() => (random.next() < 1 / 20_000 ? 4_300_000 : 80))
  // Work that ends at any moment of a tick, as real work does.
  const errors = Array.from({ length: 200 }, () => {
    const workNs = 2e6 + random.next() * 1e6
    return world.time(workNs, random) - workNs
  })
  assert.ok(Math.max(...errors.map(Math.abs)) <= TICK_NS, `${Math.max(...errors.map(Math.abs))} ns off`)
  assert.ok(Math.abs(mean(errors)) < 4 * standardError(errors) + 500, `${mean(errors)} ns off`)
})

test('the error stays near a tick however often readings are delayed, as on a contended core', () => {
  const random = createRandom(4)
  const world = new CoarseWorld(() => (random.next() < 1 / 2000 ? 600_000 * random.next() : 80))
  for (let i = 0; i < 200; i++) {
    const workNs = random.next() * 3e6
    const errorNs = world.time(workNs, random) - workNs
    assert.ok(Math.abs(errorNs) <= 1.6 * TICK_NS, `${errorNs} ns off`)
  }
})

test('the clock reports the time that its readings took', () => {
  const world = new CoarseWorld(() => 80)
  const clock = tickingClock(world.now, TICK_NS)
  const before = world.trueNs
  clock.start()
  clock.stop()
  assert.ok(Math.abs(clock.spentNs - (world.trueNs - before)) < 2000, `${clock.spentNs}`)
})

test('the clock reports its resolution, and throws when it stands still', () => {
  assert.equal(Math.round(tickingClock(new CoarseWorld(() => 80).now, TICK_NS).resolutionNs()), 80)
  assert.throws(() => tickingClock(() => 5, TICK_NS).start(), /stands still/)
})

test('a plain clock reports its smallest step forward', () => {
  const steps = [0, 40, 0, 0, 25, -3, 90, 31]
  let readings = 0
  let ns = 1e9
  const clock = plainClock(() => {
    ns += steps[readings++ % steps.length] ?? 0
    return ns
  })
  assert.equal(clock.resolutionNs(), 25)
  assert.equal(clock.spentNs, 0)
})

test('a plain clock is read for 64 steps or for 20 ms', () => {
  const resolutionOf = (stepNs: (reading: number) => number) => {
    let readings = 0
    let ns = 0
    return plainClock(() => {
      ns += stepNs(readings++)
      return ns
    }).resolutionNs()
  }
  // The fortieth step is the smallest one.
  assert.equal(
    resolutionOf(reading => (reading === 40 ? 7 : 100)),
    7,
  )
  // The first step after 20 ms counts, the next does not.
  assert.equal(
    resolutionOf(reading => [0, 19e6, 2e6, 5][reading] ?? 1),
    2e6,
  )
})
