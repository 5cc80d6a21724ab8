import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadTurn } from '@steelyard/load'
import { EMPTY_HISTOGRAM, HistogramCounter } from '@steelyard/stats'
import { routingRecordOf } from './routing.ts'

const WAITING = { kind: 'waiting', aloneNs: 11e6, aloneCpuNs: 1e5 }
const COMPUTING = { kind: 'computing', aloneNs: 10e6, aloneCpuNs: 10e6 }

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
  const { kinds, policy } = routingRecordOf({ pool, alone: [WAITING, COMPUTING] }, turns)
  assert.equal(policy, 'one-warm')
  assert.deepEqual(
    kinds.map(({ kind, latencyNs, queueNs }) => [kind, latencyNs, queueNs]),
    [
      ['waiting', 15e6, 4e6],
      ['computing', 20e6, 10e6],
    ],
  )
})
