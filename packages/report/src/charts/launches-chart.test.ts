import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { histogramChart } from './histogram-chart.ts'
import { launchesChart } from './launches-chart.ts'

const launch = sampleRecord().results[0]?.launches[0]
assert.ok(launch)
const turns = { ...launch, iterationsPerBatch: 1, wallNs: [1000, 1100, 1200], audit: null, early: [] }
const panel = { label: 'node', runtime: 'node', launches: [turns], contendedShare: null, samplesNs: null }

test('launchesChart takes how long samples went on where that is not their time × iterations', () => {
  const ofTurns = launchesChart('turns', [{ ...panel, samplesNs: [[1e9, 1e9, 1e9]] }], 100)
  assert.match(ofTurns, />each small panel: 0 to 3 s of timed samples<\/text>/)
  const ofBatches = launchesChart('batches', [panel], 100)
  assert.match(ofBatches, />each small panel: 0 to 3\.30 µs of timed samples<\/text>/)
})

test('launchesChart gives every launch a line of its own, with discarded windows before it', () => {
  const lines = (svg: string) => svg.match(/<path d="M[^"]*" stroke="var\(--node\)"|<path d="M/g)?.length ?? 0
  const two = launchesChart('two', [{ ...panel, launches: [turns, turns] }], 100)
  const three = launchesChart('three', [{ ...panel, launches: [turns, turns, turns] }], 100)
  assert.equal(lines(three), lines(two) + 1)
  const early = [{ ...turns, cpuNs: null }]
  const discarded = launchesChart('early', [{ ...panel, launches: [{ ...turns, early }] }], 100)
  assert.match(discarded, /stroke-dasharray="2,2"/)
  assert.doesNotMatch(two, /stroke-dasharray/)
})

test('histogramChart counts what lies far out at the edge, and contended samples at the foot', () => {
  const svg = histogramChart('spread', [panel], 40)
  assert.doesNotMatch(svg, /NaN|fill="var\(--ink\)"/)
  const audit = { ...launch.audit, contended: [2] } as NonNullable<typeof launch.audit>
  const contended = histogramChart('spread', [{ ...panel, launches: [{ ...turns, audit }] }], 40)
  assert.match(contended, /fill="var\(--ink\)"/)
})
