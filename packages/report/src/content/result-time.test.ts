import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { renderReport } from '../terminal/render-report.ts'

test('renderReport shows the time of an only launch without an interval, and none of two or of a failed one', () => {
  const record = sampleRecord()
  const rowWith = (count: number, change: Partial<ResultRecord> = {}) => {
    const results = record.results.map(result => {
      const launches = result.launches.slice(0, count)
      const timed = launches.map(launch => ({ ...launch, wallNs: [2e6, 4e6], cpuNs: [1e6, null] }))
      return { ...result, wallNs: null, cpuNs: null, launches: timed, ...change }
    })
    const text = renderReport({ ...record, results, comparisons: [] }, { width: 100, color: false })
    return text.split('\n').find(line => / (?:baseline|crashed)/.test(line)) ?? text
  }
  assert.match(rowWith(1), /parse +3\.00 ms +1\.00 ms +baseline$/)
  assert.doesNotMatch(rowWith(2), / ms /)
  assert.match(rowWith(1, { status: 'crashed' }), /^ +parse +✗ crashed$/)
})
