import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import type { Audit } from './batch.ts'
import { fallsIntoTwoKinds, steadinessOf } from './steadiness.ts'
import type { Steadiness, Window } from './window.ts'

const QUIET: Audit = { waitedNs: 0, preemptions: 0, stolenNs: 0, moved: false }

function window(
  wallNs: readonly number[],
  changes: { readonly state?: Steadiness; readonly audits?: Window['audits'] } = {},
): Window {
  return {
    iterationsPerBatch: 1000,
    order: wallNs.map((_, index) => index),
    wallNs,
    cpuNs: wallNs,
    audits: changes.audits ?? wallNs.map(() => QUIET),
    warmup: { state: changes.state ?? 'steady', batches: 20, durationNs: 1e8, iterationNs: 1000 },
    nullBatch: { wallNs: 0, hostNs: 0, cpuNs: null },
  }
}

/** Every third batch is slow. */
function alternating(factor: number): number[] {
  return Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 1000 * factor : 1000))
}

test('steadinessOf is the state of the warm-up where the window kept its speed', () => {
  const even = Array.from({ length: 30 }, (_, index) => 1000 + (index % 7))
  assert.equal(steadinessOf(window(even)), 'steady')
  assert.equal(steadinessOf(window(even, { state: 'drifting' })), 'drifting')
  // Two kinds of batches do not make it steady.
  assert.equal(steadinessOf(window(alternating(5), { state: 'drifting' })), 'drifting')
})

test('steadinessOf recognises a contender that still changed its speed, and one of two kinds of batches', () => {
  const late = Array.from({ length: 30 }, (_, index) => (index < 15 ? 9000 : 1000))
  assert.equal(steadinessOf(window(late)), 'never steady')
  assert.equal(steadinessOf(window(alternating(5))), 'bimodal')
})

test('steadinessOf does not count batches that waited for a core as a second kind', () => {
  const wallNs = alternating(5)
  const audits = wallNs.map(ns => (ns > 1000 ? { ...QUIET, waitedNs: 4e6 } : QUIET))
  assert.equal(steadinessOf(window(wallNs, { audits })), 'steady')
})

test('fallsIntoTwoKinds does not take a busy neighbour for another kind of batch', () => {
  const random = createRandom(1)
  for (let trial = 0; trial < 2000; trial++) {
    const samples = Array.from({ length: 40 }, () => {
      const noise = 1 + 0.05 * random.next()
      return 1000 * noise * (random.next() < 0.3 ? 1 + random.next() : 1)
    })
    assert.equal(fallsIntoTwoKinds(samples), false, String(trial))
  }
})

test('fallsIntoTwoKinds finds two kinds in that noise, and none in a few outliers', () => {
  const random = createRandom(2)
  const noisy = (ns: number) => ns * (random.next() < 0.3 ? 1 + random.next() : 1)
  for (let trial = 0; trial < 200; trial++) {
    assert.equal(fallsIntoTwoKinds(alternating(10).map(noisy)), true, String(trial))
    const outliers = Array.from({ length: 30 }, (_, index) => noisy(index % 10 === 0 ? 10_000 : 1000))
    assert.equal(fallsIntoTwoKinds(outliers), false, String(trial))
  }
  assert.equal(fallsIntoTwoKinds([1, 1, 9, 9]), false, 'two of each are too few')
})
