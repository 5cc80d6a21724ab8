import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Audit } from './batch.ts'
import { contendedSamples, isContended } from './contended.ts'

const BATCH_NS = 3e6
const QUIET: Audit = { waitedNs: 20_000, preemptions: 0, stolenNs: 0, moved: false }

test('isContended is false for a batch that had its core, however often its own threads switched it out', () => {
  assert.equal(isContended(QUIET, BATCH_NS), false)
  assert.equal(isContended({ ...QUIET, preemptions: 800 }, BATCH_NS), false)
  assert.equal(isContended({ ...QUIET, waitedNs: 0.02 * BATCH_NS }, BATCH_NS), false)
})

test('isContended is true for a wait, for stolen time and for a move, each alone', () => {
  assert.equal(isContended({ ...QUIET, waitedNs: 61_000 }, BATCH_NS), true)
  assert.equal(isContended({ ...QUIET, stolenNs: 1e7 }, BATCH_NS), true)
  assert.equal(isContended({ ...QUIET, moved: true }, BATCH_NS), true)
})

test('isContended compares a wait with the batch', () => {
  assert.equal(isContended({ ...QUIET, waitedNs: 61_000 }, 10e6), false)
})

test('isContended is false where nothing is known', () => {
  const unknown: Audit = { waitedNs: null, preemptions: null, stolenNs: null, moved: null }
  assert.equal(isContended(unknown, BATCH_NS), false)
})

test('contendedSamples labels by evidence and never by the time a sample took', () => {
  const window = {
    iterationsPerBatch: 1000,
    wallNs: [3000, 9000, 3000, 3000],
    audits: [QUIET, QUIET, { ...QUIET, waitedNs: 1e6 }, null],
  }
  assert.deepEqual(contendedSamples(window), [false, false, true, null])
})
