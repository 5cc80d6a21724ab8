import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../distributions/random.ts'
import { type ClockedBatch, type ClockShares, clockShares, findFalseClock } from './clock-check.ts'

const NOTHING: ClockedBatch = { wallNs: 1000, hostNs: 200_000, mainCpuNs: 50_000, waitedNs: 0 }
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
      waitedNs: readsCpu ? delayNs : null,
    }
  })
}

function findingOf(world: World, launches = LAUNCHES) {
  const random = createRandom(7)
  const nothing = { ...NOTHING, mainCpuNs: world.readsCpu === false ? null : 50_000 }
  const shares = Array.from({ length: launches }, () => clockShares(windowOf(random, world), [nothing]))
  return findFalseClock(shares.flatMap(each => each ?? []))
}

test('findFalseClock accepts a contender that reports the true time, however disturbed the machine', () => {
  for (const disturbed of [0, 0.3, 0.6, 0.85]) {
    for (const mostDelayNs of [1e6, 30e6]) {
      for (const busy of [1, 0.4]) {
        const finding = findingOf({ disturbed, mostDelayNs, busy })
        assert.equal(finding.state, 'true', JSON.stringify({ disturbed, mostDelayNs, busy, ...finding }))
      }
    }
  }
})

test('findFalseClock finds every contender that reports three quarters of the time', () => {
  for (const disturbed of [0, 0.3, 0.6, 0.85]) {
    for (const busy of [1, 0.4]) {
      for (const readsCpu of [true, false]) {
        for (const launches of [3, LAUNCHES]) {
          const finding = findingOf(
            { reported: 0.75, disturbed, mostDelayNs: 30e6, busy, readsCpu },
            launches,
          )
          assert.equal(finding.state, 'false', JSON.stringify({ disturbed, busy, readsCpu, ...finding }))
        }
      }
    }
  }
})

test('findFalseClock names the clock that showed more time', () => {
  assert.equal(findingOf({ reported: 0.5, busy: 0.4 }).by, 'host')
  // One thread cannot use more CPU time than wall time.
  assert.deepEqual(findingOf({ busy: 1.5 }), { state: 'false', share: 1.5, by: 'mainCpu' })
  assert.equal(findingOf({ busy: 1.2 }).state, 'true')
})

test('findFalseClock goes by what launches repeat', () => {
  const honest = sharesOf(1)
  // From a noisy machine.
  const odd = sharesOf(3)
  assert.equal(findFalseClock([honest, honest, odd]).state, 'true')
  assert.equal(findFalseClock([odd, odd, honest]).state, 'unsure')
  assert.equal(findFalseClock([odd, odd, odd]).state, 'false')
  assert.deepEqual(findFalseClock([odd, odd]), { state: 'true', share: 1, by: 'mainCpu' })
  // Without a CPU clock there is none to name.
  const unread = { ...odd, mainCpu: null, least: { ...odd.least, mainCpu: null } }
  assert.deepEqual(findFalseClock([unread, unread]), { state: 'true', share: 0, by: 'host' })
  assert.deepEqual(findFalseClock([]), { state: 'true', share: null, by: null })
})

test('findFalseClock finds what most launches repeat, though one in eight is odd', () => {
  const lie = sharesOf(1.6)
  const odd = { ...sharesOf(1.6), least: { host: 0.8, mainCpu: 0.7, empty: 0 } }
  assert.equal(findFalseClock([odd, lie, lie, lie, lie, lie, lie, lie]).state, 'false')
})

test('findFalseClock accuses no contender whose shares are at a limit', () => {
  const withLeast = (host: number, shares = sharesOf(host)) => [shares, shares, shares]
  const at = { host: 1.2, mainCpu: 1, empty: 0 }
  assert.equal(findFalseClock(withLeast(1.3, { ...sharesOf(1.3), least: at })).state, 'unsure')
  assert.equal(
    findFalseClock(withLeast(1.2, { ...sharesOf(1.2), least: { ...at, host: 1.3 } })).state,
    'true',
  )
  assert.equal(findFalseClock(withLeast(1.25)).state, 'false')
  assert.equal(findFalseClock(withLeast(1.25, { ...sharesOf(1.25), least: at })).state, 'true')
  assert.equal(findFalseClock([{ ...sharesOf(1), empty: 0.05 }]).state, 'true')
  const spread = [2, 2, 3, 3, 3].map(sharesOf)
  assert.equal(findFalseClock(spread).state, 'unsure')
})

test('clockShares takes the middle one of three batches, where a fifth would be one', () => {
  const batch = { wallNs: 2_001_000, hostNs: 2_200_000, mainCpuNs: 2_050_000, waitedNs: 10 }
  const odd = { ...batch, mainCpuNs: 9_050_000, waitedNs: 0 }
  assert.equal(clockShares([odd, batch, batch, batch], [NOTHING])?.least.mainCpu, 1)
})

test('findFalseClock accuses no collector that works between batches, as much as the batches differ', () => {
  // old-churn on node, four launches of few batches: the CPU clock ÷ the time reported.
  const launches = [1.38, 3.19, 1.9, 5.85].map(mainCpu => ({
    ...sharesOf(1),
    mainCpu,
    least: { host: 1, mainCpu, empty: 0 },
  }))
  assert.deepEqual(findFalseClock(launches), { state: 'unsure', share: 3.08, by: 'mainCpu' })
  // The few batches that waited least may be those after which it collects.
  const calm = { ...sharesOf(1), least: { host: 1.8, mainCpu: 1.8, empty: 0 } }
  assert.equal(findFalseClock([calm, calm, calm]).state, 'true')
})

test('clockShares sees batches without a collection apart, and takes off what waiting for the core takes', () => {
  const batch = { wallNs: 2_001_000, hostNs: 2_200_000, mainCpuNs: 2_050_000, waitedNs: 0 }
  // Threads of the collector have the core for a while.
  const collecting = { ...batch, hostNs: 14_200_000, mainCpuNs: 10_050_000, waitedNs: 5_000_000 }
  const waiting = { ...batch, hostNs: 12_200_000, waitedNs: 10_000_000 }
  const few = clockShares([batch, batch, ...Array(8).fill(collecting)], [NOTHING])
  assert.equal(few?.mainCpu, 5)
  assert.deepEqual(few?.least, { host: 1, mainCpu: 1, empty: 0.00049975 })
  // A host that itself waited for a moment has seen the end, and not after a longer wait.
  const seenAfter = (hostWaitedNs: number) => clockShares([{ ...batch, hostWaitedNs }], [NOTHING])?.least.host
  assert.deepEqual([90_000, 110_000].map(seenAfter), [1, 0])
  const waited = clockShares([waiting, waiting], [NOTHING])
  assert.deepEqual([waited?.host, waited?.least.host], [6, 1])
})

test('clockShares subtracts the cost of the channel from all clocks, and is null for batches without time', () => {
  const batch = { wallNs: 2_001_000, hostNs: 2_200_000, mainCpuNs: 2_050_000, waitedNs: 0 }
  const empty = 0.00049975
  const same = { host: 1, mainCpu: 1, empty }
  assert.deepEqual(clockShares([batch], [NOTHING]), { ...same, least: same })
  assert.equal(clockShares([{ ...NOTHING }], [NOTHING]), null)
})

test('findFalseClock is unsure of half the time reported in four of nine batches, or in four of ten launches', () => {
  const batch = { wallNs: 3_001_000, hostNs: 3_200_000, mainCpuNs: 3_050_000, waitedNs: 0 }
  const lying = { ...batch, wallNs: 1_501_000 }
  const some = clockShares([batch, lying, batch, lying, batch, lying, batch, lying, batch], [NOTHING])
  assert.ok(some && findFalseClock([some]).state === 'unsure', JSON.stringify(some))
  const [honest, liar] = [clockShares([batch], [NOTHING]), clockShares([lying], [NOTHING])]
  assert.ok(honest && liar)
  const launches = [...Array<typeof liar>(4).fill(liar), ...Array<typeof honest>(6).fill(honest)]
  assert.deepEqual(findFalseClock(launches).by, 'mainCpu')
  assert.equal(findFalseClock(launches).state, 'unsure')
})

test('findFalseClock finds hidden work that the empty batches repeat', () => {
  // Half of the work comes after the reply, and as much after each empty batch.
  const batch = { wallNs: 1_501_000, hostNs: 3_200_000, mainCpuNs: 3_050_000, waitedNs: 0 }
  const padded = { wallNs: 1000, hostNs: 1_700_000, mainCpuNs: 1_550_000, waitedNs: 0 }
  const shares = clockShares([batch, batch, batch], [padded])
  assert.ok(shares && findFalseClock([shares, shares, shares]).state === 'false', JSON.stringify(shares))
})

test('findFalseClock finds time reported of empty batches, which is subtracted from all', () => {
  const batch = { wallNs: 3_000_000, hostNs: 3_200_000, mainCpuNs: 3_050_000, waitedNs: 0 }
  const findingWith = (launches: number, ...wallNs: readonly number[]) => {
    const shares = clockShares(
      [batch],
      wallNs.map(ns => ({ ...NOTHING, wallNs: ns })),
    )
    return shares === null ? null : findFalseClock(Array(launches).fill(shares))
  }
  assert.equal(findingWith(3, 60_000)?.state, 'true')
  assert.deepEqual([findingWith(3, 1_700_000)?.state, findingWith(3, 1_700_000)?.by], ['false', 'empty'])
  // Empty batches that waited for the core, on a busy machine; and too few launches.
  assert.deepEqual(
    [findingWith(3, 1000, 600_000, 700_000)?.state, findingWith(3, 1000, 600_000, 700_000)?.by],
    ['unsure', 'empty'],
  )
  assert.equal(findingWith(1, 1_700_000)?.state, 'unsure')
})

function sharesOf(host: number): ClockShares {
  const same = { host, mainCpu: 1, empty: 0 }
  return { ...same, least: same }
}

test('findFalseClock accuses no contender where the host waited for the core before it saw any reply', () => {
  const random = createRandom(11)
  // A batch uses up its slice of time, so that others run before the host does; an empty one does not.
  const late = (batch: ClockedBatch): ClockedBatch => {
    const hostWaitedNs = 1e6 + random.next() * 1e6
    return { ...batch, hostNs: batch.hostNs + hostWaitedNs, hostWaitedNs }
  }
  for (const reported of [1, 0.75]) {
    const shares = Array.from({ length: LAUNCHES }, () =>
      clockShares(windowOf(random, { reported }).map(late), [NOTHING]),
    )
    const { state } = findFalseClock(shares.flatMap(each => each ?? []))
    assert.equal(state, reported < 1 ? 'false' : 'unsure')
  }
})
