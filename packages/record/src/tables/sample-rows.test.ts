import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '../fixtures/sample-record.ts'
import { SAMPLE_COLUMNS, sampleRows } from './sample-rows.ts'

test('sampleRows gives every sample with its position, its clocks and whether its core was shared', () => {
  const record = sampleRecord()
  const rows = Array.from(sampleRows(record))
  const samples = record.results.flatMap(({ launches }) => launches).flatMap(({ wallNs }) => wallNs)
  assert.deepEqual(
    rows.map(({ wall_ns }) => wall_ns),
    samples,
  )
  assert.equal(rows[0]?.started_at, record.startedAt)
  const [launch] = record.results[0]?.launches ?? []
  assert.deepEqual(
    rows.slice(0, 6).map(({ sample, position, cpu_ns, contended }) => [sample, position, cpu_ns, contended]),
    [0, 1, 2, 3, 4, 5].map(index => [index, launch?.order[index], launch?.cpuNs?.[index], index === 3]),
  )
})

test('sampleRows names its columns as they are described', () => {
  const [row] = sampleRows(sampleRecord())
  assert.deepEqual(Object.keys(row ?? {}).sort(), SAMPLE_COLUMNS.map(({ name }) => name).sort())
})
