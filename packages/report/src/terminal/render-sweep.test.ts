import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { renderSweep } from './render-sweep.ts'

const STYLE = { width: 150, color: false, unicode: true }

test('renderSweep says of a target without a ratio that it had too few launches', () => {
  const record = sampleRecord()
  const lines = renderSweep({ ...record, comparisons: [] }, STYLE).split('\n')
  const [base, head] = lines.filter(line => line.startsWith('node@') || line.startsWith('bun@'))
  assert.match(base ?? '', / base /)
  assert.match(head ?? '', / no ratio: too few launches/)
})
