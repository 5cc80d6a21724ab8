import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Audit, ContenderLaunch, Steadiness } from '@steelyard/schedule'
import { launchRatio } from '@steelyard/stats'
import { candidateOf, uncontendedRatio } from './candidate.ts'

const QUIET: Audit = { waitedNs: 0, preemptions: 0, stolenNs: 0, moved: false }
const CONTENDED: Audit = { ...QUIET, waitedNs: 2e6 }

function launch(wallNs: readonly number[], audits: readonly (Audit | null)[]): ContenderLaunch {
  return {
    iterationsPerBatch: 1000,
    order: wallNs.map((_, index) => index),
    wallNs,
    cpuNs: wallNs,
    audits,
    warmup: { state: 'steady', batches: 20, durationNs: 1e8, iterationNs: 1000 },
    nullBatch: { wallNs: 0, hostNs: 0, cpuNs: null },
    early: [],
    work: null,
  }
}

const quiet = [QUIET, QUIET, QUIET, QUIET]

test('uncontendedRatio leaves out the rounds in which either side is labelled, which launchRatio keeps', () => {
  const pair = {
    head: launch([2000, 6000, 2000, 2000], [QUIET, CONTENDED, QUIET, QUIET]),
    base: launch([1000, 1000, 3000, 1000], [QUIET, QUIET, CONTENDED, QUIET]),
  }
  assert.equal(launchRatio(pair.head, pair.base, 'wall').ofSums, Math.log(12_000 / 6000))
  const ratio = uncontendedRatio([pair, pair, pair], 'wall')
  assert.ok(Math.abs((ratio?.value ?? 0) - 2) < 1e-12)
  assert.equal(ratio?.n, 3)
})

test('uncontendedRatio is null where nothing is labelled: there is nothing to leave out', () => {
  for (const audits of [quiet, [null, null, null, null]]) {
    const pair = {
      head: launch([2000, 6000, 2000, 2000], audits),
      base: launch([1000, 1000, 3000, 1000], audits),
    }
    assert.equal(uncontendedRatio([pair, pair, pair], 'wall'), null)
  }
})

test('uncontendedRatio does without launches of which nothing is left', () => {
  const base = launch([1000, 1000, 1000, 1000], quiet)
  const head = launch([2000, 2000, 2000, 2000], quiet)
  const lost = { ...head, audits: quiet.map(() => CONTENDED) }
  const pairs = [head, lost, head, lost].map(head => ({ head, base }))
  assert.equal(uncontendedRatio(pairs, 'wall')?.n, 2)
  assert.equal(uncontendedRatio(pairs.slice(0, 2), 'wall'), null)
})

test('candidateOf counts a launch in which either side was unsteady, once', () => {
  const inState = (state: Steadiness): ContenderLaunch => {
    const steady = launch([1000, 1000], [null, null])
    return { ...steady, warmup: { ...steady.warmup, state } }
  }
  const sharesOf = (pairs: readonly (readonly [head: Steadiness, base: Steadiness])[]) => {
    const shared = pairs.map(([head, base]) => ({ head: inState(head), base: inState(base) }))
    const { driftingShare, neverSteadyShare } = candidateOf(shared, 'wall')
    return [driftingShare, neverSteadyShare]
  }
  for (const turned of [false, true]) {
    const of = (state: Steadiness) => (turned ? (['steady', state] as const) : ([state, 'steady'] as const))
    assert.deepEqual(sharesOf([of('drifting'), of('steady')]), [0.5, 0])
    assert.deepEqual(sharesOf([of('never steady'), of('drifting'), of('bimodal'), of('steady')]), [0.5, 0.25])
  }
  assert.deepEqual(
    sharesOf([
      ['drifting', 'never steady'],
      ['steady', 'steady'],
    ]),
    [0.5, 0.5],
  )
  assert.deepEqual(sharesOf([]), [0, 0])
})

test('candidateOf and launchRatio read the clock they are asked for, round by round', () => {
  const base = { ...launch([100, 200, 300], quiet.slice(1)), cpuNs: [10, null, 30] }
  const head = { ...launch([200, 200, 200], quiet.slice(1)), cpuNs: [30, 20, 10] }
  assert.equal(launchRatio(head, base, 'wall').ofSums, 0)
  assert.equal(launchRatio(head, base, 'wall').ofMedians, 0)
  // Without the round that lacks a reading of the base.
  assert.equal(launchRatio(head, base, 'cpu').ofSums, 0)
  assert.equal(launchRatio({ ...head, cpuNs: [30, 20, 30] }, base, 'cpu').ofSums, Math.log(60 / 40))
  const { logRatios, medianLogRatios } = candidateOf([{ head, base }], 'cpu')
  assert.deepEqual(logRatios, [0])
  // The middle of 3 and ⅓, in log.
  assert.ok(medianLogRatios.length === 1 && Math.abs(medianLogRatios[0] ?? 1) < 1e-12)
})
