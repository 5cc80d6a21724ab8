import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Audit } from './batch.ts'
import { launchRatio, uncontendedRatio } from './pair.ts'
import type { ContenderLaunch } from './window.ts'

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
