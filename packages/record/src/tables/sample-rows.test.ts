import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignSample } from '../fixtures/foreign-sample.ts'
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

test('sampleRows leaves open whether a core was shared that was not watched', () => {
  const record = sampleRecord()
  const results = record.results.map(result => ({
    ...result,
    launches: result.launches.map(launch => ({ ...launch, audit: null })),
  }))
  for (const { contended } of sampleRows({ ...record, results })) assert.equal(contended, null)
})

test('sampleRows gives what another tool found: each sample where it kept them, else its figure', () => {
  const record = foreignSample()
  const rowsWith = (samples: {
    readonly samplesNs: readonly number[] | null
    readonly byProcess: boolean
  }) => {
    const results = record.results.map(({ foreign, ...result }) => ({
      ...result,
      foreign: foreign && { ...foreign, ...samples, cpuNs: 7, cpuSamplesNs: samples.samplesNs && [5] },
    }))
    return Array.from(sampleRows({ ...record, results }), row => [
      ...[row.case_id, row.launch, row.sample, row.wall_ns, row.cpu_ns],
    ])
  }
  const [first, second] = record.results.map(result => result.case)
  assert.deepEqual(rowsWith({ samplesNs: null, byProcess: false }), [
    [first, null, null, 100_000, 7],
    [second, null, null, 200_000, 7],
  ])
  assert.deepEqual(rowsWith({ samplesNs: [3, 4], byProcess: false }).slice(0, 2), [
    [first, null, 0, 3, 5],
    [first, null, 1, 4, null],
  ])
  assert.deepEqual(rowsWith({ samplesNs: [3, 4], byProcess: true }).slice(0, 2), [
    [first, 0, 0, 3, 5],
    [first, 1, 0, 4, null],
  ])
})

test('sampleRows names its columns as they are described', () => {
  const [row] = sampleRows(sampleRecord())
  assert.deepEqual(Object.keys(row ?? {}).sort(), SAMPLE_COLUMNS.map(({ name }) => name).sort())
})
