import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { histogramChart } from './histogram-chart.ts'
import { launchesChart, thinnedToExtremes } from './launches-chart.ts'

const launch = sampleRecord().results[0]?.launches[0]
assert.ok(launch)
const turns = { ...launch, iterationsPerBatch: 1, wallNs: [1000, 1100, 1200], audit: null, early: [] }
const samples = turns.wallNs.map(ns => ({ ns, isMarked: false }))
const panel = { label: 'node', runtime: 'node', aside: '', launches: [turns], samples }

test('launchesChart gives every launch a line of its own, with discarded windows before it', () => {
  const lines = (svg: string) => svg.match(/<path d="M/g)?.length ?? 0
  const two = launchesChart('two', [{ ...panel, launches: [turns, turns] }])
  const three = launchesChart('three', [{ ...panel, launches: [turns, turns, turns] }])
  assert.equal(lines(three), lines(two) + 1)
  const early = [{ ...turns, cpuNs: null }]
  const discarded = launchesChart('early', [{ ...panel, launches: [{ ...turns, early }] }])
  assert.match(discarded, /stroke-dasharray="2,2"/)
  assert.doesNotMatch(two, /stroke-dasharray/)
})

test('launchesChart has a dot for each sample that shared its core', () => {
  const audit = { ...launch.audit, contended: [2] } as NonNullable<typeof launch.audit>
  const svg = launchesChart('contended', [{ ...panel, launches: [{ ...turns, audit }] }])
  assert.match(svg, /stroke="var\(--ink\)"/)
  assert.doesNotMatch(launchesChart('alone', [panel]), /NaN|stroke="var\(--ink\)"/)
  assert.match(launchesChart('alone', [panel]), /node: 1 launch, medians/)
})

test('histogramChart counts what lies far out at the edge, and marked samples at the foot', () => {
  const svg = histogramChart('spread', [panel], 'sample')
  assert.match(
    histogramChart('one', [{ ...panel, samples: samples.slice(1, 2) }], 'sample'),
    /: 1 time, median/,
  )
  assert.doesNotMatch(svg, /NaN|fill="var\(--ink\)"/)
  const marked = samples.map((sample, index) => ({ ...sample, isMarked: index === 2 }))
  assert.match(histogramChart('spread', [{ ...panel, samples: marked }], 'sample'), /fill="var\(--ink\)"/)
})

test('histogramChart has a unit of each panel on its axis', () => {
  assert.match(histogramChart('calls', [panel], 'call'), />call ÷ median call</)
})

test('thinnedToExtremes loses no spike and keeps the order', () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    at: index,
    height: index === 613 ? 50 : index % 7,
  }))
  const kept = thinnedToExtremes(items, 20, item => item.height)
  assert.equal(kept.length, 20)
  assert.ok(kept.some(item => item.height === 50))
  assert.deepEqual(
    kept.map(item => item.at),
    kept.map(item => item.at).toSorted((a, b) => a - b),
  )
})
