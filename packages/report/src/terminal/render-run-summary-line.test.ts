import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { renderRunSummaryLine } from './render-run-summary-line.ts'

test('renderRunSummaryLine counts verdicts and statuses', () => {
  assert.equal(
    renderRunSummaryLine(sampleRecord()),
    '4 slower, 1 faster, 1 same, 2 inconclusive; 10 measured, 1 failed, 1 unsupported',
  )
})

test('renderRunSummaryLine says that a run was interrupted', () => {
  assert.equal(
    renderRunSummaryLine(sampleRecord({ status: 'partial', results: [], comparisons: [] })),
    'interrupted',
  )
})

test('renderRunSummaryLine says that nothing was measured', () => {
  assert.equal(renderRunSummaryLine(sampleRecord({ results: [], comparisons: [] })), 'nothing measured')
})
