import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../distributions/random.ts'
import { type ClockedBatch, clockShares, findFalseClock } from './clock-check.ts'

const NOTHING: ClockedBatch = { wallNs: 1000, hostNs: 200_000, mainCpuNs: 50_000 }
const LAUNCHES = 10

interface World {
  /** Reported time ÷ true time. */
  readonly reported?: number
  /** The share of disturbed batches, and their longest delay. */
  readonly disturbed?: number
  readonly mostDelayNs?: number
  /** The share of the time in which the main thread ran. */
  readonly busy?: number
  readonly readsCpu?: boolean
}

/** Batches of 3 ms. The host's clock shows a delay in full, the contender's half of it. */
function windowOf(random: Random, world: World): readonly ClockedBatch[] {
  const { reported = 1, disturbed = 0, mostDelayNs = 0, busy = 1, readsCpu = true } = world
  return Array.from({ length: 50 }, () => {
    const delayNs = random.next() < disturbed ? random.next() * mostDelayNs : 0
    const passedNs = 3e6 + delayNs / 2
    return {
      wallNs: NOTHING.wallNs + passedNs * reported,
      hostNs: NOTHING.hostNs + passedNs + delayNs / 2,
      mainCpuNs: readsCpu ? 50_000 + 3e6 * busy : null,
    }
  })
}

function findingOf(world: World) {
  const random = createRandom(7)
  const launches = Array.from({ length: LAUNCHES }, () =>
    clockShares(windowOf(random, world), { ...NOTHING, mainCpuNs: world.readsCpu === false ? null : 50_000 }),
  )
  return findFalseClock(launches.flatMap(shares => shares ?? []))
}

test('findFalseClock accepts a contender that reports the true time, however disturbed the machine', () => {
  for (const disturbed of [0, 0.3, 0.6, 0.85]) {
    for (const mostDelayNs of [1e6, 30e6]) {
      for (const busy of [1, 0.4]) {
        const finding = findingOf({ disturbed, mostDelayNs, busy })
        assert.equal(finding.isFalse, false, JSON.stringify({ disturbed, mostDelayNs, busy, ...finding }))
      }
    }
  }
})

test('findFalseClock finds every contender that reports three quarters of the time', () => {
  for (const disturbed of [0, 0.3, 0.6, 0.85]) {
    for (const busy of [1, 0.4]) {
      for (const readsCpu of [true, false]) {
        const finding = findingOf({ reported: 0.75, disturbed, mostDelayNs: 30e6, busy, readsCpu })
        assert.equal(finding.isFalse, true, JSON.stringify({ disturbed, busy, readsCpu, ...finding }))
      }
    }
  }
})

test('findFalseClock names the clock that showed more time', () => {
  assert.equal(findingOf({ reported: 0.5, busy: 0.4 }).by, 'host')
  // One thread cannot use more CPU time than wall time.
  assert.deepEqual(findingOf({ busy: 1.5 }), { isFalse: true, share: 1.5, by: 'mainCpu' })
  assert.equal(findingOf({ busy: 1.2 }).isFalse, false)
})

test('findFalseClock goes by most launches, not by one', () => {
  const honest = { host: 1, mainCpu: 1, empty: 0 }
  // From a noisy machine.
  const odd = { ...honest, host: 3 }
  assert.equal(findFalseClock([honest, honest, odd]).isFalse, false)
  assert.equal(findFalseClock([odd, odd, honest]).isFalse, true)
  assert.equal(findFalseClock([odd, odd]).isFalse, false)
  assert.deepEqual(findFalseClock([]), { isFalse: false, share: null, by: null })
})

test('clockShares subtracts the cost of the channel from all clocks, and is null for batches without time', () => {
  const batch = { wallNs: 2_001_000, hostNs: 2_200_000, mainCpuNs: 2_050_000 }
  assert.deepEqual(clockShares([batch], NOTHING), { host: 1, mainCpu: 1, empty: 1000 / 2_001_000 })
  assert.equal(clockShares([{ ...NOTHING }], NOTHING), null)
})

test('findFalseClock finds half the time reported in four of nine batches, or in four of ten launches', () => {
  const batch = { wallNs: 3_001_000, hostNs: 3_200_000, mainCpuNs: 3_050_000 }
  const lying = { ...batch, wallNs: 1_501_000 }
  const some = clockShares([batch, lying, batch, lying, batch, lying, batch, lying, batch], NOTHING)
  assert.ok(some?.mainCpu && findFalseClock([some]).isFalse, JSON.stringify(some))
  const [honest, liar] = [clockShares([batch], NOTHING), clockShares([lying], NOTHING)]
  assert.ok(honest && liar)
  const launches = [...Array<typeof liar>(4).fill(liar), ...Array<typeof honest>(6).fill(honest)]
  assert.deepEqual(findFalseClock(launches).by, 'mainCpu')
  assert.equal(findFalseClock(launches).isFalse, true)
})

test('findFalseClock finds hidden work that the empty batches repeat', () => {
  // Half of the work comes after the reply, and as much after each empty batch.
  const batch = { wallNs: 1_501_000, hostNs: 3_200_000, mainCpuNs: 3_050_000 }
  const padded = { wallNs: 1000, hostNs: 1_700_000, mainCpuNs: 1_550_000 }
  const shares = clockShares([batch, batch, batch], padded)
  assert.ok(shares && findFalseClock([shares]).isFalse, JSON.stringify(shares))
})

test('findFalseClock finds time reported of empty batches, which is subtracted from all', () => {
  const batch = { wallNs: 3_000_000, hostNs: 3_200_000, mainCpuNs: 3_050_000 }
  const findingWith = (wallNs: number) => {
    const shares = clockShares([batch], { ...NOTHING, wallNs })
    return shares === null ? null : findFalseClock([shares])
  }
  assert.equal(findingWith(60_000)?.isFalse, false)
  assert.deepEqual([findingWith(1_700_000)?.isFalse, findingWith(1_700_000)?.by], [true, 'empty'])
})
