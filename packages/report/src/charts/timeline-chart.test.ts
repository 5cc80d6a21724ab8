import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { timelineChart } from './timeline-chart.ts'

test('timelineChart takes how long samples went on where that is not their time × iterations', () => {
  const launch = sampleRecord().results[0]?.launches[0]
  assert.ok(launch)
  const turns = { ...launch, iterationsPerBatch: 1, wallNs: [1000, 1100, 1200], audit: null, early: [] }
  const panel = { label: 'node', runtime: 'node', launches: [turns], contendedShare: null }
  const ofTurns = timelineChart('turns', [{ ...panel, samplesNs: [[1e9, 1e9, 1e9]] }], 100)
  assert.match(ofTurns, />3,000<\/text>/)
  const ofBatches = timelineChart('batches', [{ ...panel, samplesNs: null }], 100)
  assert.match(ofBatches, />0\.0030<\/text>/)
  assert.doesNotMatch(ofBatches, />3,000<\/text>/)
})
