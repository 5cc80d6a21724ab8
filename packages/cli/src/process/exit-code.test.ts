import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComparisonRecord } from '@steelyard/record'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { stallSample } from '@steelyard/record/fixtures/stall-sample'
import { EXIT, exitCodeOf } from './exit-code.ts'

/** A run in which every head is five times as slow, with the verdict given. */
function runWith(verdict: ComparisonRecord['verdict'], reason: string | null) {
  const record = sampleTargetsRecord()
  const ratio = { value: 5, lower: 4.9, upper: 5.1, level: 0.95, n: 12 }
  return {
    ...record,
    comparisons: record.comparisons.map(each => ({ ...each, ratio, verdict, reason })),
  }
}

test('exitCodeOf fails on the verdict that was asked for', () => {
  assert.equal(exitCodeOf(runWith('slower', null), 'slower'), EXIT.failed)
  assert.equal(exitCodeOf(runWith('slower', null), null), EXIT.done)
})

for (const [verdict, reason] of [
  ['inconclusive', 'too wide'],
  ['inconclusive', 'drifting'],
  ['inconclusive', 'control failed'],
  ['faster', null],
  ['same', null],
  [null, 'quick'],
  [null, 'unpaired'],
] as const) {
  test(`exitCodeOf fails on no ratio, however large, without the verdict: ${verdict ?? 'none'}, ${reason}`, () => {
    assert.equal(exitCodeOf(runWith(verdict, reason), 'slower'), EXIT.done)
  })
}

test('exitCodeOf reads the stated verdict, not the one as timed', () => {
  const stated = (verdict: 'slower' | 'same') => {
    const record = stallSample({ stated: verdict })
    return { ...record, results: record.results.filter(({ status }) => status === 'ok') }
  }
  assert.ok(stated('same').comparisons.some(({ asTimed }) => asTimed?.verdict === 'slower'))
  assert.equal(exitCodeOf(stated('same'), 'slower'), EXIT.done)
  assert.equal(exitCodeOf(stated('slower'), 'slower'), EXIT.failed)
})

test('exitCodeOf fails where a case did not end well, with and without --fail-on', () => {
  const record = runWith('same', null)
  const [first, ...others] = record.results
  assert.ok(first)
  const failed = {
    ...record,
    results: [
      { ...first, status: 'failed' as const, error: { code: 'lost', failure: 'failed', message: 'threw' } },
      ...others,
    ],
  }
  assert.deepEqual([exitCodeOf(failed, null), exitCodeOf(failed, 'slower')], [EXIT.failed, EXIT.failed])
  const lacking = { ...record, results: [{ ...first, status: 'unsupported' as const }, ...others] }
  assert.equal(exitCodeOf(lacking, 'slower'), EXIT.done)
  const late = { ...first, status: 'timeout' as const, error: { code: 'not-measured' } }
  assert.equal(exitCodeOf({ ...record, results: [late, ...others] }, 'slower'), EXIT.done)
})

test('exitCodeOf reads the verdicts of the heads only, not of what explains them', () => {
  const record = compareSample()
  const [head] = record.comparisons.filter(each => record.compared?.heads.includes(each.head))
  assert.ok(head)
  const exitCodeWith = (ofHead: 'same' | 'slower', ofOther: 'same' | 'slower') => {
    const comparisons = [
      { ...head, verdict: ofHead },
      { ...head, head: head.base, verdict: ofOther },
    ]
    return exitCodeOf({ ...record, results: [], comparisons }, 'slower')
  }
  assert.deepEqual([exitCodeWith('same', 'slower'), exitCodeWith('slower', 'same')], [EXIT.done, EXIT.failed])
})
