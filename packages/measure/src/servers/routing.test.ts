import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadProcess, LoadTurn } from '@steelyard/load'
import { EMPTY_HISTOGRAM, HistogramCounter } from '@steelyard/stats'
import { AloneTimes, routingRecordOf } from './routing.ts'
import type { ReadyServer } from './server-app.ts'

const WAITING = { kind: 'waiting', aloneNs: 11e6, aloneCpuNs: 1e5 }
const COMPUTING = { kind: 'computing', aloneNs: 10e6, aloneCpuNs: 10e6 }

function turnOf(latenciesMs: readonly number[], background?: LoadTurn): LoadTurn {
  const counter = new HistogramCounter()
  for (const latencyMs of latenciesMs) counter.add(latencyMs * 1e6)
  return {
    ...{ durationNs: 1e9, requests: latenciesMs.length, non2xx: 0, faults: [] },
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

test('AloneTimes finds what a request takes alone for each case, and once', async () => {
  const asked: string[] = []
  const load = {
    turn: async ({ url }: { readonly url: string }) => {
      asked.push(url)
      return turnOf([url === '/near' ? 1 : 20])
    },
  } as unknown as LoadProcess
  const aloneTimes = new AloneTimes()
  const aloneMs = async (caseId: string) => {
    const expected = { status: 200, bytes: 1, sha256: '' }
    const one = {
      ...{ process: { resume() {}, pause() {} }, url: `/${caseId}`, expected },
      background: { url: `/${caseId}`, expected },
      spec: {
        ...{ plan: { caseId, target: 0, params: {} }, pool: { processes: 1, policy: 'one-warm' } },
        background: { loadName: 'waiting', name: 'computing' },
      },
    } as unknown as ReadyServer
    const [first] = (await aloneTimes.routingOf(one, load))?.alone ?? []
    return (first?.aloneNs ?? 0) / 1e6
  }
  assert.deepEqual([await aloneMs('near'), await aloneMs('far'), await aloneMs('near')], [1, 20, 1])
  assert.deepEqual(asked, ['/near', '/near', '/far', '/far'])
})

test('AloneTimes finds the rate of a busy core once for each page of a target, whatever the load', async () => {
  const asked: string[] = []
  const load = {
    turn: async ({ url }: { readonly url: string }) => {
      asked.push(url)
      return { ...turnOf([1]), serverCpuNs: url === '/small' ? 1e6 : 1e7 }
    },
  } as unknown as LoadProcess
  const aloneTimes = new AloneTimes()
  const rateOf = async (page: string, busy: string) => {
    const one = {
      ...{ process: { resume() {}, pause() {} }, url: page, background: null },
      expected: { status: 200, bytes: 1, sha256: '' },
      profile: { kind: 'open', ratePerSecond: 400 },
      spec: { plan: { caseId: 'c', target: 0, params: { page, load: busy } }, background: null },
    } as unknown as ReadyServer
    const { profile } = await aloneTimes.keptBusy(one, load)
    return profile.kind === 'open' && profile.ratePerSecond
  }
  assert.equal(await rateOf('/small', 'busy-50'), 500)
  assert.equal(await rateOf('/small', 'busy-20'), 200)
  assert.equal(await rateOf('/large', 'busy-50'), 50)
  assert.deepEqual(asked, ['/small', '/large'])
})
