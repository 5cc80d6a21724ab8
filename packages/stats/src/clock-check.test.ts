import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClockedBatch, clockShares, findFalseClock } from './clock-check.ts'
import { createRandom, type Random } from './random.ts'

const NOTHING: ClockedBatch = { wallNs: 1000, hostNs: 200_000, mainCpuNs: 50_000 }
const LAUNCHES = 10

interface World {
  /** What a contender tells ÷ what passed. */
  readonly told?: number
  /** Of the batches, how many are disturbed, and by how much at most. */
  readonly disturbed?: number
  readonly mostDelayNs?: number
  /** Of the time that passed, what the main thread had the core. */
  readonly busy?: number
  readonly readsCpu?: boolean
}

/** Batches of 3 ms of a contender; a delay is seen by the host, half of it by the contender too. */
function windowOf(random: Random, world: World): readonly ClockedBatch[] {
  const { told = 1, disturbed = 0, mostDelayNs = 0, busy = 1, readsCpu = true } = world
  return Array.from({ length: 50 }, () => {
    const delayNs = random.next() < disturbed ? random.next() * mostDelayNs : 0
    const passedNs = 3e6 + delayNs / 2
    return {
      wallNs: NOTHING.wallNs + passedNs * told,
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

test('findFalseClock believes a contender that tells what passed, however disturbed the machine', () => {
  for (const disturbed of [0, 0.3, 0.6, 0.85]) {
    for (const mostDelayNs of [1e6, 30e6]) {
      for (const busy of [1, 0.4]) {
        const finding = findingOf({ disturbed, mostDelayNs, busy })
        assert.equal(finding.isFalse, false, JSON.stringify({ disturbed, mostDelayNs, busy, ...finding }))
      }
    }
  }
})

test('findFalseClock finds every contender that tells three quarters of what passed', () => {
  for (const disturbed of [0, 0.3, 0.6, 0.85]) {
    for (const busy of [1, 0.4]) {
      for (const readsCpu of [true, false]) {
        const finding = findingOf({ told: 0.75, disturbed, mostDelayNs: 30e6, busy, readsCpu })
        assert.equal(finding.isFalse, true, JSON.stringify({ disturbed, busy, readsCpu, ...finding }))
      }
    }
  }
})

test('findFalseClock says whose clock saw more', () => {
  assert.equal(findingOf({ told: 0.5, busy: 0.4 }).by, 'host')
  // More CPU time than wall time on one thread is told by nobody who tells the truth.
  assert.deepEqual(findingOf({ busy: 1.5 }), { isFalse: true, share: 1.5, by: 'mainCpu' })
  assert.equal(findingOf({ busy: 1.2 }).isFalse, false)
})

test('findFalseClock goes by most launches, not by one', () => {
  const honest = { host: 1, mainCpu: 1 }
  const odd = { host: 3, mainCpu: 3 }
  assert.equal(findFalseClock([honest, honest, odd]).isFalse, false)
  assert.equal(findFalseClock([odd, odd, honest]).isFalse, true)
  assert.deepEqual(findFalseClock([]), { isFalse: false, share: null, by: null })
})

test('clockShares takes the cost of the channel out of all clocks, and tells nothing of no time', () => {
  const batch = { wallNs: 2_001_000, hostNs: 2_200_000, mainCpuNs: 2_050_000 }
  assert.deepEqual(clockShares([batch], NOTHING), { host: 1, mainCpu: 1 })
  assert.equal(clockShares([{ ...NOTHING }], NOTHING), null)
})
