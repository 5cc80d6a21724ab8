import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ITERATION_NS, ITERATIONS, pairsOf, ROUNDS, type StalledWorld } from './fixtures/stalled-pairs.ts'
import { withoutStalls } from './stalls.ts'

const STALLED: StalledWorld = { ratio: 1.5, stalledShare: 0.1, stallNs: 5e6, recall: 1 }

test('withoutStalls finds the true ratio where the meter saw all stalls, as launches without any do', () => {
  const found = withoutStalls(pairsOf(10, STALLED), 'wall')?.record
  assert.ok(found?.ratio && Math.abs(found.ratio.value - 1.5) < 1e-9)
  assert.ok(found.ratio.upper - found.ratio.lower < 1e-9)
  assert.equal(found.ratio.n, 10)
  assert.equal(found.follow, false)
  assert.equal(found.estimator, 'sums-less-stalls@1')
  const { rawNs, claimedNs, correctedNs, stalls, stallsPerSecond } = found.head
  assert.ok(Math.abs(correctedNs - 10 * ROUNDS * ITERATIONS * ITERATION_NS * 1.5) < 1)
  assert.ok(Math.abs(rawNs - claimedNs - correctedNs) < 1)
  assert.equal(claimedNs, stalls * 5e6)
  assert.equal(stallsPerSecond, stalls / (rawNs / 1e9))
})

test('withoutStalls is narrower, and no further off, where the meter misses a part of each stall', () => {
  const world = { ...STALLED, ratio: 1, recall: 0.8 }
  const found = withoutStalls(pairsOf(20, world), 'wall')?.record
  const raw = withoutStalls(pairsOf(20, { ...world, recall: 0 }), 'wall')?.record
  assert.ok(found?.ratio && raw?.ratio)
  const width = ({ lower, upper }: { readonly lower: number; readonly upper: number }) => upper - lower
  assert.ok(width(found.ratio) < 0.35 * width(raw.ratio), `${width(found.ratio)}, ${width(raw.ratio)}`)
  assert.ok(Math.abs(found.ratio.value - 1) <= width(found.ratio))
})

test('withoutStalls says when stalls follow one side', () => {
  const found = withoutStalls(pairsOf(10, { ...STALLED, ownShare: 0.15 }), 'wall')?.record
  assert.equal(found?.follow, true)
  assert.ok(found.alikePValue !== null && found.alikePValue < 0.01)
})

test('withoutStalls subtracts from CPU time only what that clock counted', () => {
  for (const onCpu of [true, false]) {
    const found = withoutStalls(pairsOf(5, { ...STALLED, onCpu }), 'cpu')?.record
    assert.ok(found?.ratio && Math.abs(found.ratio.value - 1.5) < 1e-9, `${found?.ratio?.value}`)
    assert.equal(found.head.claimedNs > 0, onCpu)
  }
})

test('withoutStalls leaves void launches out, and counts them', () => {
  const launches = [...pairsOf(3, STALLED), ...pairsOf(2, { ...STALLED, ratio: 9, isVoid: true })]
  const found = withoutStalls(launches, 'wall')?.record
  assert.deepEqual([found?.launches, found?.voidLaunches, found?.ratio?.n], [3, 2, 3])
  const none = withoutStalls(pairsOf(2, { ...STALLED, isVoid: true }), 'wall')?.record
  assert.deepEqual([none?.launches, none?.voidLaunches, none?.ratio], [0, 2, null])
})

test('withoutStalls knows nothing of launches that were not watched from beginning to end', () => {
  const [first, ...others] = pairsOf(3, STALLED)
  assert.ok(first?.head.stalls && first.head.stalls.meter !== 'off')
  const { stalls } = first.head
  const off = { ...first, head: { ...first.head, stalls: { meter: 'off', why: 'no-meter' } as const } }
  const partly = {
    ...first,
    head: { ...first.head, stalls: { ...stalls, claimedNs: stalls.claimedNs.with(7, null) } },
  }
  assert.equal(withoutStalls([off], 'wall'), null)
  assert.equal(withoutStalls([partly], 'wall'), null)
  assert.equal(withoutStalls([off, partly, ...others], 'wall')?.record.launches, 2)
})

test('withoutStalls says what stalls did to the ratio', () => {
  // All stalls of the head are its own; those of the base were taken away.
  const pairs = pairsOf(10, { ...STALLED, ratio: 1, stalledShare: 0, ownShare: 0.2 })
  const found = withoutStalls(pairs, 'wall')
  const { base, head, ratio } = found?.record ?? assert.fail()
  assert.ok(ratio && Math.abs(ratio.value - 1) < 1e-9)
  assert.deepEqual([base.claimedNs, base.stalls, base.stallsPerSecond], [0, 0, 0])
  assert.ok(Math.abs(base.rawNs - 10 * ROUNDS * ITERATIONS * ITERATION_NS) < 1)
  const logs = pairs.map(pair => Math.log(total(pair.head.wallNs) / total(pair.base.wallNs)))
  assert.ok(Math.abs(Math.log(found?.shift?.value ?? 0) - total(logs) / 10) < 1e-9)
  assert.ok((found?.shift?.value ?? 0) > 1 && head.stallsPerSecond !== null && head.stallsPerSecond > 0)
  assert.equal(found?.candidate.logRatios.length, 10)
  assert.deepEqual(found?.candidate.states, Array(10).fill('steady'))
})

test('withoutStalls needs a claim of every batch, and a time', () => {
  const [pair] = pairsOf(1, STALLED)
  assert.ok(pair?.head.stalls && pair.head.stalls.meter !== 'off')
  const { stalls } = pair.head
  const claimedNs = stalls.claimedNs.slice(1)
  const short = { ...pair, head: { ...pair.head, stalls: { ...stalls, claimedNs } } }
  assert.equal(withoutStalls([short], 'wall'), null)
  const unread = { ...pair, head: { ...pair.head, cpuNs: pair.head.cpuNs.with(3, null) } }
  assert.equal(withoutStalls([unread], 'cpu'), null)
  const { stalls: _, ...unwatched } = pair.base
  assert.equal(withoutStalls([{ head: pair.head, base: unwatched }], 'wall'), null)
  assert.equal(withoutStalls([], 'wall'), null)
  assert.equal(withoutStalls([pair], 'wall')?.shift, null)
  // What is claimed is of a batch, and times are of an iteration.
  const watched = withoutStalls([pair], 'wall')?.record.head
  assert.ok(watched && Math.abs(watched.rawNs - ITERATIONS * total(pair.head.wallNs)) < 1)
})

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
