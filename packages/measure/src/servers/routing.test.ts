import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadTurn } from '@steelyard/load'
import { EMPTY_HISTOGRAM, HistogramCounter } from '@steelyard/stats'
import { routingRecordOf } from './routing.ts'

const WAITING = {
  ...{ kind: 'waiting', ratePerSecond: 100, fromMs: 0, durationMs: 100 },
  ...{ aloneNs: 11e6, aloneCpuNs: 1e5 },
}
const COMPUTING = {
  ...{ kind: 'computing', ratePerSecond: 1000, fromMs: 0, durationMs: 2 },
  ...{ aloneNs: 10e6, aloneCpuNs: 10e6 },
}

function turnOf(latenciesMs: readonly number[], background?: LoadTurn): LoadTurn {
  const counter = new HistogramCounter()
  for (const latencyMs of latenciesMs) counter.add(latencyMs * 1e6)
  return {
    ...{ durationNs: 1e9, requests: latenciesMs.length, non2xx: 0, faults: [], digestsCompared: 1 },
    ...{ latencyNs: counter.histogram(), firstByteNs: null, latenessNs: EMPTY_HISTOGRAM, ratePerSecond: [] },
    ...{ generatorCpuNs: 1, serverCpuNs: 1 },
    ...(background ? { background } : {}),
  }
}

test('routingRecordOf takes what a request takes alone out of the mean over all turns, kind by kind', () => {
  const turns = [turnOf([12, 14], turnOf([30])), turnOf([19], turnOf([10]))]
  const pool = { processes: 1, policy: 'one-warm' } as const
  const { kinds, policy } = routingRecordOf({ pool, streams: [WAITING, COMPUTING] }, turns)
  assert.equal(policy, 'one-warm')
  assert.deepEqual(
    kinds.map(({ kind, latencyNs, queueNs }) => [kind, latencyNs, queueNs]),
    [
      ['waiting', 15e6, 4e6],
      ['computing', 20e6, 10e6],
    ],
  )
})

test('routingRecordOf simulates the pool that was measured first, and one with more cores', () => {
  const pool = { processes: 4, policy: 'spread' } as const
  const { kinds } = routingRecordOf({ pool, streams: [COMPUTING] }, [turnOf([15])])
  const found = kinds[0]?.simulated.map(({ cores, processes, queueNs }) => [
    cores,
    processes,
    Math.round(queueNs),
  ])
  // Two of 10 ms, a millisecond apart, in two processes: on one core the first ends at 19 ms and the second at 20.
  assert.deepEqual(found, [
    [1, 4, 9e6],
    [2, 4, 0],
    [4, 4, 0],
    [16, 16, 0],
  ])
})
