import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VarianceComponents } from '@steelyard/stats'
import { usefulTimedNs } from './allocation.ts'
import { CHANNEL_SHARE, FIRST_TIMED_NS } from './pacing.ts'

const ROUND_NS = 3e6
const OVERHEAD_NS = 240e6

function components(between: number, within: number, launches = 1e6): VarianceComponents {
  return {
    betweenVariance: between ** 2,
    betweenSd: between,
    withinSdPerRound: within,
    launches,
    rounds: 100,
  }
}

function usefulNs(...pairs: readonly VarianceComponents[]): number {
  return usefulTimedNs({ components: pairs, roundNs: ROUND_NS, overheadNs: OVERHEAD_NS })
}

/** Variance of the mean of all launches of a length that fit in a fixed time, up to a factor. */
function varianceAt(timedNs: number, between: number, within: number): number {
  return (between ** 2 + (within ** 2 * ROUND_NS) / timedNs) * (OVERHEAD_NS + timedNs * (1 + CHANNEL_SHARE))
}

test('usefulTimedNs finds the length of least variance in a given time', () => {
  for (const [between, within] of [
    [0.01, 0.02],
    [0.009, 0.145],
    [0.003, 0.1],
  ] as const) {
    const best = usefulNs(components(between, within))
    for (const other of [0.5, 0.9, 1.1, 2]) {
      assert.ok(varianceAt(best, between, within) < varianceAt(best * other, between, within))
    }
  }
})

test('usefulTimedNs uses the mean variances of pairs that share their launches', () => {
  const both = usefulNs(components(0.01, 0.02), components(0.003, 0.1))
  assert.ok(both > usefulNs(components(0.01, 0.02)) && both < usefulNs(components(0.003, 0.1)))
})

test('usefulTimedNs gives few launches little weight, and many full weight', () => {
  const [few, some, many] = [2, 10, 1000].map(launches => usefulNs(components(0.01, 0.02, launches)))
  assert.ok(FIRST_TIMED_NS > (few ?? 0) && (few ?? 0) > (some ?? 0) && (some ?? 0) > (many ?? 0))
})

test('usefulTimedNs is infinite where launches do not differ', () => {
  const none = { ...components(0, 0.1, 100), betweenVariance: -1e-4 }
  assert.equal(usefulNs(none), Number.POSITIVE_INFINITY)
})
