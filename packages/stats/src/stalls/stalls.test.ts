import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../distributions/random.ts'
import { claimOnCpu, claimsOf } from './claims.ts'
import { latenessOf, type MeterWakes, type Span, stallsOf } from './stalls.ts'

const PERIOD_NS = 1e6
const ORDINARY_NS = 15e3

/** A meter on a core with the given stalls; it wakes as soon as none lasts, and a little later. */
function wakesOn(
  stalls: readonly Span[],
  untilNs: number,
  queued: (wake: number) => number = () => 0,
): MeterWakes {
  const random = createRandom(7)
  const [dueNs, wokeNs, queuedNs]: number[][] = [[], [], []]
  for (let nowNs = 0; nowNs < untilNs; ) {
    const due = nowNs + PERIOD_NS * (0.5 + random.next())
    const stall = stalls.find(({ startNs, endNs }) => startNs <= due && due < endNs)
    const wait = queued(dueNs?.length ?? 0)
    nowNs = (stall?.endNs ?? due) + ORDINARY_NS * (0.9 + 0.2 * random.next()) + wait
    dueNs?.push(due)
    wokeNs?.push(nowNs)
    queuedNs?.push(wait)
  }
  return { dueNs: dueNs ?? [], wokeNs: wokeNs ?? [], queuedNs: queuedNs ?? [] }
}

const STALLS = [20e6, 25e6, 40e6, 60e6].map((startNs, index) => ({
  startNs,
  endNs: startNs + 3e6 * (index + 1),
}))

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0)
}

test('stallsOf finds long stalls, claims nothing beyond them, and misses half a sleep of each on average', () => {
  const wakes = wakesOn(STALLS, 100e6)
  const lateness = latenessOf(wakes)
  assert.ok(lateness && Math.abs(lateness.ordinaryNs - ORDINARY_NS) < 1e3)
  const found = stallsOf(wakes, lateness)
  assert.equal(found.length, STALLS.length)
  for (const [index, { startNs, endNs }] of found.entries()) {
    const stall = STALLS[index] as Span
    assert.ok(startNs >= stall.startNs && startNs - stall.startNs <= 1.5 * PERIOD_NS)
    assert.ok(Math.abs(endNs - stall.endNs) < 2e3, `${endNs - stall.endNs}`)
  }
})

test('stallsOf claims nothing on a core that never stands still, nor for waits behind other threads', () => {
  const quiet = wakesOn([], 200e6)
  assert.deepEqual(stallsOf(quiet, latenessOf(quiet) ?? assert.fail()), [])
  const busy = wakesOn([], 200e6, wake => (wake % 3 === 0 ? 3.5e6 : 0))
  assert.deepEqual(stallsOf(busy, latenessOf(busy) ?? assert.fail()), [])
})

test('stallsOf keeps a stall apart from the wait that follows it', () => {
  const wakes = wakesOn(STALLS, 100e6, wake => (wake % 2 === 0 ? 2e6 : 0))
  const found = stallsOf(wakes, latenessOf(wakes) ?? assert.fail())
  const claimedNs = lengthOf(found)
  const overlapNs = claimsOf(found, STALLS, { startNs: 0, endNs: 100e6 })
  const insideNs = overlapNs.reduce((sum, claim) => sum + (claim?.ns ?? 0), 0)
  assert.ok(claimedNs > 0.7 * lengthOf(STALLS), `${claimedNs}`)
  assert.ok(insideNs > 0.999 * claimedNs, `${insideNs} of ${claimedNs}`)
})

test('latenessOf knows nothing from a few wake-ups', () => {
  assert.equal(latenessOf(wakesOn([], 5e6)), null)
})

test('claimsOf takes the overlap with each interval only', () => {
  const stalls = [
    { startNs: 10, endNs: 20 },
    { startNs: 30, endNs: 60 },
  ]
  const intervals = [
    { startNs: 0, endNs: 9 },
    { startNs: 15, endNs: 40 },
    { startNs: 40, endNs: 50 },
    { startNs: 60, endNs: 70 },
  ]
  assert.deepEqual(claimsOf(stalls, intervals, { startNs: 0, endNs: 100 }), [
    { ns: 0, stalls: 0 },
    { ns: 15, stalls: 2 },
    { ns: 10, stalls: 1 },
    { ns: 0, stalls: 0 },
  ])
})

test('claimsOf counts each moment once, whatever overlaps', () => {
  const stalls = [
    { startNs: 10, endNs: 20 },
    { startNs: 12, endNs: 30 },
  ]
  const intervals = [
    { startNs: 15, endNs: 40 },
    { startNs: 0, endNs: 18 },
  ]
  assert.deepEqual(claimsOf(stalls, intervals, { startNs: 0, endNs: 100 }), [
    { ns: 12, stalls: 1 },
    { ns: 8, stalls: 1 },
  ])
})

test('claimsOf knows nothing of what was not watched whole', () => {
  const watched = { startNs: 10, endNs: 50 }
  const intervals = [
    { startNs: 5, endNs: 15 },
    { startNs: 15, endNs: 20 },
    { startNs: 45, endNs: 51 },
  ]
  assert.deepEqual(claimsOf([], intervals, watched), [null, { ns: 0, stalls: 0 }, null])
})

test('claimsOf never claims more than an interval, nor more than the stalls', () => {
  const random = createRandom(3)
  const spans = (count: number, most: number) =>
    Array.from({ length: count }, () => {
      const startNs = 1e6 * random.next()
      return { startNs, endNs: startNs + most * random.next() }
    })
  for (let trial = 0; trial < 200; trial++) {
    const [stalls, intervals] = [spans(20, 2e4), spans(30, 4e4)]
    const claims = claimsOf(stalls, intervals, { startNs: 0, endNs: 2e6 })
    const sumNs = claims.reduce((sum, claim) => sum + (claim?.ns ?? 0), 0)
    assert.ok(sumNs <= lengthOf(stalls) + 1e-6)
    for (const [index, claim] of claims.entries()) {
      const { startNs, endNs } = intervals[index] as Span
      assert.ok(claim && claim.ns >= 0 && claim.ns <= endNs - startNs + 1e-6)
    }
  }
})

test('claimsOf claims of a stretch in a bracket what no place in it avoids', () => {
  const watched = { startNs: 0, endNs: 1000 }
  const claimed = (stalls: Span[], durationNs: number) =>
    claimsOf(stalls, [{ startNs: 100, endNs: 200, durationNs }], watched)[0]?.ns
  // Before or behind the stretch.
  assert.equal(claimed([{ startNs: 100, endNs: 130 }], 70), 0)
  assert.equal(claimed([{ startNs: 170, endNs: 200 }], 70), 0)
  assert.equal(claimed([{ startNs: 170, endNs: 200 }], 80), 10)
  // In it, wherever it lies.
  assert.equal(claimed([{ startNs: 140, endNs: 160 }], 70), 20)
  // One of two must be in it.
  assert.equal(
    claimed(
      [
        { startNs: 100, endNs: 130 },
        { startNs: 180, endNs: 200 },
      ],
      70,
    ),
    20,
  )
  // A duration beyond the bracket is all of it.
  assert.equal(claimed([{ startNs: 90, endNs: 130 }], 120), 30)
})

test('claimOnCpu subtracts only what the clock must have counted', () => {
  // The clock stood still as long as the core did.
  assert.equal(claimOnCpu(2e6, 5e6, 3e6), 0)
  // It went on.
  assert.equal(claimOnCpu(2e6, 5e6, 5e6), 2e6)
  // Which half millisecond it left out is unknown.
  assert.equal(claimOnCpu(2e6, 5e6, 4.5e6), 1.5e6)
  // The clock may run ahead of the wall by the reading of both.
  assert.equal(claimOnCpu(2e6, 5e6, 5.1e6), 2e6)
  assert.equal(claimOnCpu(2e6, 5e6, null), null)
})

test('claimsOf keeps to what each bracket has, where brackets overlap or hold nothing', () => {
  const watched = { startNs: 0, endNs: 100 }
  const stalls = [
    { startNs: 50, endNs: 60 },
    { startNs: 10, endNs: 20 },
    { startNs: 20, endNs: 25 },
  ]
  // Given out of order; the later bracket begins where the earlier one ended.
  assert.deepEqual(
    claimsOf(
      stalls,
      [
        { startNs: 15, endNs: 55 },
        { startNs: 0, endNs: 22 },
        { startNs: 55, endNs: 55 },
        { startNs: 90, endNs: 100 },
      ],
      watched,
    ),
    [
      { ns: 8, stalls: 2 },
      { ns: 12, stalls: 1 },
      { ns: 0, stalls: 0 },
      { ns: 0, stalls: 0 },
    ],
  )
  // Of two brackets that begin together the first given has the time.
  const twice = [
    { startNs: 0, endNs: 30 },
    { startNs: 0, endNs: 60 },
  ]
  assert.deepEqual(
    claimsOf(stalls, twice, watched).map(claim => claim?.ns),
    [15, 10],
  )
  assert.deepEqual(
    claimsOf(stalls, twice.toReversed(), watched).map(claim => claim?.ns),
    [25, 0],
  )
  // One that was not watched takes the time all the same.
  assert.deepEqual(
    claimsOf(
      stalls,
      [
        { startNs: -5, endNs: 15 },
        { startNs: 10, endNs: 30 },
      ],
      watched,
    ).map(claim => claim?.ns),
    [undefined, 10],
  )
})

test('latenessOf takes the median of twenty wake-ups on, and what is six times as late for a stall', () => {
  const wakes = (lateNs: readonly number[], queuedNs = 0): MeterWakes => ({
    dueNs: lateNs.map((_, at) => 1e6 * at),
    wokeNs: lateNs.map((late, at) => 1e6 * at + late + queuedNs),
    queuedNs: lateNs.map(() => queuedNs),
  })
  const late = (ns: number, count = 20) => latenessOf(wakes(Array(count).fill(ns)))
  assert.equal(late(1e4, 19), null)
  assert.deepEqual(late(1e4), { ordinaryNs: 1e4, thresholdNs: 6e4 })
  assert.deepEqual(late(1e3), { ordinaryNs: 1e3, thresholdNs: 5e4 })
  assert.deepEqual(late(-5), { ordinaryNs: 0, thresholdNs: 5e4 })
  const lateness = { ordinaryNs: 1e4, thresholdNs: 6e4 }
  assert.deepEqual(stallsOf(wakes([6e4, 6e4 + 1, 9e4], 7e3), lateness), [
    { startNs: 1e6, endNs: 1e6 + 5e4 + 1 },
    { startNs: 2e6, endNs: 2e6 + 8e4 },
  ])
})
