import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_HISTOGRAM, type Histogram, HistogramCounter } from '@steelyard/stats'
import type { LoadTurn } from '../turn/load-turn.ts'
import { generatorBound } from './generator-bound.ts'

function turnOf(values: Partial<LoadTurn>): LoadTurn {
  return {
    durationNs: 1e9,
    requests: 1000,
    non2xx: 0,
    faults: [],
    latencyNs: EMPTY_HISTOGRAM,
    firstByteNs: null,
    latenessNs: null,
    ratePerSecond: [],
    generatorCpuNs: 0.5e9,
    serverCpuNs: null,
    ...values,
  }
}

function histogramOf(...values: readonly number[]): Histogram {
  const counter = new HistogramCounter()
  for (const value of values) counter.add(value)
  return counter.histogram()
}

const LIMIT = [turnOf({ requests: 9000 }), turnOf({ requests: 11_000 })]

test('generatorBound is said from 0.9 of the rate against canned bytes, over all turns together', () => {
  assert.equal(generatorBound([turnOf({ requests: 8900 })], LIMIT), null)
  assert.equal(generatorBound([turnOf({ requests: 8000 }), turnOf({ requests: 9900 })], LIMIT), null)
  const rateOf = (requests: number) => generatorBound([turnOf({ requests })], LIMIT)
  assert.deepEqual(rateOf(9000), { code: 'generator-rate', rateShare: 0.9 })
  assert.deepEqual(rateOf(20_000), { code: 'generator-rate', rateShare: 2 })
})

test('generatorBound is said when the generator had hardly a moment to wait', () => {
  assert.equal(generatorBound([turnOf({ generatorCpuNs: 0.94e9 })], LIMIT), null)
  assert.deepEqual(generatorBound([turnOf({ generatorCpuNs: 0.95e9 })], LIMIT), {
    code: 'generator-busy',
    timeShare: 0.95,
  })
})

test('generatorBound is said of open load by how late requests were sent, whatever the rate', () => {
  const open = (latenessNs: number) =>
    turnOf({
      requests: 20_000,
      generatorCpuNs: 1e9,
      latencyNs: histogramOf(1e6, 3e6),
      latenessNs: histogramOf(latenessNs),
    })
  assert.equal(generatorBound([open(0.19e6)], LIMIT), null)
  const late = generatorBound([open(0.2e6)], LIMIT)
  assert.ok(late?.code === 'generator-late' && Math.abs(late.latencyShare - 0.1) < 1e-3)
  const silent = turnOf({ requests: 0, generatorCpuNs: 1e9, latenessNs: EMPTY_HISTOGRAM })
  assert.equal(generatorBound([silent], LIMIT), null)
})
