import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { renderSweep } from './render-sweep.ts'

const STYLE = { width: 150, color: false, unicode: true }

test('renderSweep says of a target without a ratio why it has none', () => {
  const record = { ...sampleRecord(), comparisons: [] }
  const remarks = (shown: RunRecord) => {
    const lines = renderSweep(shown, STYLE).split('\n').slice(2, 4)
    return lines.map(line => /base|no ratio.*|failed/.exec(line)?.[0].trim())
  }
  assert.deepEqual(remarks(record), ['base', 'no ratio'])
  const once = record.results.map(result => ({ ...result, launches: result.launches.slice(0, 1) }))
  assert.deepEqual(remarks({ ...record, results: once }), ['base', 'no ratio: too few launches'])
  const failed = record.results.map((result, index) =>
    index === 0 ? { ...result, status: 'failed' as const } : result,
  )
  assert.deepEqual(remarks({ ...record, results: failed }), ['failed', 'no ratio: no base'])
})
