import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadTurn } from '@steelyard/load'
import { HistogramCounter, type Rules } from '@steelyard/stats'
import { windowOf } from '../../measure/src/servers/server-launch.ts'
import { type MeasuredContender, unmeasured } from '../../measure/src/suite/measured-suite.ts'
import { comparisonsOf } from './comparisons.ts'
import { serverRecordOf, serverWarningsOf } from './server-results.ts'

const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }
const PARAMS = {}
const HEAVY = { kind: 'heavy' } as const

/** A turn of a second; so many answers, each after 1 to 4 ms. */
function turn(requests: number): LoadTurn {
  const latencies = new HistogramCounter()
  for (let request = 0; request < requests; request++) latencies.add(1e6 * (1 + (request % 4)))
  return {
    durationNs: 1e9,
    requests,
    non2xx: 0,
    faults: [],
    digestsCompared: 1,
    latencyNs: latencies.histogram(),
    firstByteNs: null,
    latenessNs: null,
    ratePerSecond: [requests - 10, requests, requests + 10],
    generatorCpuNs: 0.4e9,
    serverCpuNs: 0.9e9,
  }
}

const WARM = { state: 'steady', batches: 10, durationNs: 1e9, iterationNs: 1e6 } as const

/** A server that answers so many a second, where the generator could do with `limit`. */
function server(target: number, requests: number, limit: number): MeasuredContender {
  return {
    ...unmeasured({ caseId: 'app', params: PARAMS, target }),
    launches: Array.from({ length: 12 }, (_, launch) => {
      const turns = [turn(requests + launch), turn(requests + launch)]
      return {
        group: 0,
        launch,
        ...windowOf(HEAVY, turns, [target, 3 - target], WARM),
        server: {
          load: { kind: 'heavy', connections: 100, pipelining: 10, ratePerSecond: null },
          listener: 'Bun.serve',
          configuration: {
            ...{ nodeEnv: 'production', rendering: null, compression: null },
            ...{ delivery: 'whole', contentType: null, bodyBytes: 5 },
          },
          startNs: 1e8,
          residentBytes: 5e7,
          turns,
          limit: launch === 0 ? turn(limit) : null,
          routing: null,
        },
      }
    }),
  }
}

test('serverWarningsOf says when launch after launch a server was still getting faster', () => {
  const warming = server(0, 1000, 5000)
  const launches = warming.launches.map(launch => {
    const turns = [turn(1000 + launch.launch), turn(1100)]
    return { ...launch, ...windowOf(HEAVY, turns, [0, 3], WARM) }
  })
  const [found] = serverWarningsOf({ ...warming, launches })
  assert.ok(found?.code === 'faster-in-turns' && found.changeShare > 0.085 && found.changeShare < 0.095)
})

function verdict(baseRate: number, headRate: number, limit: number, headLimit: number = limit) {
  const group = [server(0, baseRate, limit), server(1, headRate, headLimit)]
  const [comparison] = comparisonsOf(
    [
      {
        name: 'servers',
        plan: {
          by: 'targets',
          baseline: 'app',
          contenders: group.map(({ plan }) => plan),
          groups: [group.map(({ plan }) => plan)],
          unsupported: [],
        },
        measured: { contenders: group, groups: [group], end: 'time', timedShares: [] },
        targetIds: ['node', 'bun'],
      },
    ],
    'wall',
    RULES,
    'assumed',
  )
  return comparison?.verdict === 'inconclusive' ? comparison.reason : comparison?.verdict
}

test('serverRecordOf merges all turns of all launches', () => {
  const record = serverRecordOf(server(0, 1000, 5000))
  assert.ok(record?.latency && record.rate)
  assert.equal(record.requests, 24 * 1000 + 2 * 66)
  assert.equal(record.latency.n, record.requests)
  assert.ok(Math.abs(record.latency.meanNs - 2.5e6) < 0.01e6)
  assert.ok(Math.abs(record.latency.p50Ns - 2e6) < 0.02e6)
  assert.equal(record.latency.maxNs, 4e6)
  assert.deepEqual([record.rate.n, record.rate.min], [72, 990])
  assert.deepEqual(record.generator, { cpuShare: 0.4, limitPerSecond: 5000, isBound: false })
  assert.deepEqual([record.firstByte, record.requestCpu], [null, null])
  assert.deepEqual(serverWarningsOf(server(0, 1000, 5000)), [])
  assert.deepEqual(
    serverWarningsOf(server(0, 1000, 1050)).map(({ code }) => code),
    ['generator-rate'],
  )
})

test('windowOf makes a sample of every turn, and sees a server that is still warming up', () => {
  const steady = windowOf(HEAVY, [turn(1000), turn(1050)], [0, 3], WARM)
  assert.deepEqual(steady.wallNs, [1e6, 1e9 / 1050])
  assert.deepEqual(steady.cpuNs, [0.9e6, 0.9e9 / 1050])
  assert.equal(steady.warmup.state, 'steady')
  assert.equal(windowOf(HEAVY, [turn(1000)], [0], { ...WARM, state: 'drifting' }).warmup.state, 'drifting')
  const eight = (rates: readonly number[]) => windowOf(HEAVY, rates.map(turn), [...rates.keys()], WARM)
  assert.equal(eight([1000, 1010, 1020, 1030, 1100, 1200, 1210, 1220]).warmup.state, 'drifting')
  assert.equal(eight([1000, 1210, 1020, 1030, 1100, 1200, 1210, 1220]).warmup.state, 'steady')
  const sequential = windowOf({ kind: 'sequential' }, [turn(1000)], [0], WARM)
  assert.deepEqual(sequential.wallNs, [2.5e6])
})

test('a verdict that could be another without the limit of the load generator is not given', () => {
  assert.equal(verdict(1000, 2000, 9000), 'faster')
  assert.equal(verdict(1000, 2000, 2100), 'faster', 'a head at the limit is faster still')
  assert.equal(verdict(2000, 1000, 2100), 'slower', 'a base at the limit is faster still')
  assert.equal(verdict(1900, 2000, 2050), 'generator-bound')
  assert.equal(verdict(2000, 1900, 2050), 'generator-bound')
  assert.equal(verdict(2000, 2001, 9000), 'same')
  assert.equal(verdict(2000, 2001, 2100, 9000), 'generator-bound', 'the base alone is at the limit')
})
