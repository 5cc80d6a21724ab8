import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadTurn } from '@steelyard/load'
import type { TimedStart } from '@steelyard/measure'
import { HistogramCounter, type Rules } from '@steelyard/stats'
import { windowOf } from '../../measure/src/servers/server-launch.ts'
import { type MeasuredContender, unmeasured } from '../../measure/src/suite/measured-suite.ts'
import { comparisonsOf } from './comparisons.ts'
import { resultsOf } from './results.ts'
import { isGeneratorBound, serverRecordOf, serverWarningsOf } from './server-results.ts'
import { startRecordOf } from './start-results.ts'

const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }
const PARAMS = {}
const HEAVY = { kind: 'heavy' } as const

/** A turn of a second with this number of answers, each after 1 to 4 ms. */
function turn(requests: number): LoadTurn {
  const latencies = new HistogramCounter()
  for (let request = 0; request < requests; request++) latencies.add(1e6 * (1 + (request % 4)))
  return {
    durationNs: 1e9,
    requests,
    non2xx: 0,
    faults: [],
    latencyNs: latencies.histogram(),
    firstByteNs: null,
    latenessNs: null,
    ratePerSecond: [requests - 10, requests, requests + 10],
    generatorCpuNs: 0.4e9,
    serverCpuNs: 0.9e9,
  }
}

const WARM = { state: 'steady', batches: 10, durationNs: 1e9, iterationNs: 1e6 } as const

/** A server with this number of answers per second, where the generator reaches `limit`. */
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

/** A server whose turns are all changed alike. */
function withTurns(change: Partial<LoadTurn>, rest: Partial<MeasuredContender> = {}): MeasuredContender {
  const made = server(0, 1000, 5000)
  return {
    ...made,
    launches: made.launches.map(({ server, ...launch }) => ({
      ...launch,
      ...(server && { server: { ...server, turns: server.turns.map(turn => ({ ...turn, ...change })) } }),
    })),
    ...rest,
  }
}

test('serverRecordOf sums what went wrong, by kind, and a reader is warned of it', () => {
  const refused = { kind: 'refused', count: 2, message: 'nothing listens' } as const
  const faults = [refused, { ...refused, count: 3, message: 'still nothing' }]
  const made = withTurns({ non2xx: 2, faults })
  const record = serverRecordOf(made)
  assert.equal(record?.non2xx, 48)
  assert.deepEqual(record?.faults, [{ ...refused, count: 24 * 5 }])
  assert.deepEqual(serverWarningsOf(made), [{ code: 'request-fault', ...refused, count: 24 * 5 }])
})

test('serverRecordOf has the first byte and the CPU time of requests where they were measured', () => {
  const counter = new HistogramCounter()
  for (const value of [2e6, 4e6]) counter.add(value)
  const record = serverRecordOf(
    withTurns({ firstByteNs: counter.histogram() }, { requestCpuNs: [100, 0, 300] }),
  )
  assert.deepEqual([record?.firstByte?.n, record?.firstByte?.meanNs], [48, 3e6])
  assert.deepEqual(
    [record?.requestCpu?.n, record?.requestCpu?.meanNs, record?.requestCpu?.maxNs],
    [2, 200, 300],
  )
  const few = { ratePerSecond: [] }
  assert.equal(serverRecordOf(withTurns(few))?.rate, null)
  assert.equal(serverRecordOf(unmeasured({ caseId: 'app', params: PARAMS, target: 0 })), null)
})

test('serverRecordOf has each launch with its turns, and what a record of rates says of them', () => {
  const background = { requests: 7 } as LoadTurn['background']
  const record = serverRecordOf(withTurns({ ...(background && { background }) }))
  const { group, launch, startNs, residentBytes, turns } = record?.launches[1] ?? assert.fail()
  assert.deepEqual([group, launch, startNs, residentBytes], [0, 1, 1e8, 5e7])
  const { meanLatencyNs, ...counted } = turns
  assert.deepEqual(counted, {
    ...{ durationNs: [1e9, 1e9], requests: [1001, 1001], besideRequests: [7, 7] },
    ...{ serverCpuNs: [0.9e9, 0.9e9], generatorCpuNs: [0.4e9, 0.4e9] },
  })
  for (const ns of meanLatencyNs) assert.ok(Math.abs(ns - 2.5e6) < 2e3)
  const unknown = withTurns({ serverCpuNs: null })
  const first = serverRecordOf(unknown)?.launches[0]?.turns
  assert.deepEqual([first?.besideRequests, first?.serverCpuNs], [null, null])
  const even = serverRecordOf(withTurns({ ratePerSecond: [1, 2, 3, 4, 5] }))?.rate
  assert.deepEqual([even?.p50, even?.mean, even?.min, even?.n], [3, 3, 1, 120])
  assert.ok(Math.abs((even?.standardDeviation ?? 0) - Math.sqrt((2 * 120) / 119)) < 1e-9)
  const unlimited = { ...server(0, 1000, 5000) }
  const launches = unlimited.launches.map(({ server, ...each }) => ({
    ...each,
    ...(server && { server: { ...server, limit: null } }),
  }))
  assert.equal(serverRecordOf({ ...unlimited, launches })?.generator.limitPerSecond, null)
})

test('resultsOf warns of a server by its load, and of a start by its bundle', () => {
  const warningsOf = (contender: MeasuredContender) => {
    const plan = { by: 'cases', baseline: 'app', contenders: [], groups: [], unsupported: [] } as const
    return resultsOf('s', plan, { contenders: [contender] }, ['node'])[0]?.warnings
  }
  const bound = server(0, 1000, 1050)
  // Batches that share a core say nothing of a server.
  const shared = { waitedNs: 0, preemptions: 0, stolenNs: 0, moved: true }
  const launches = bound.launches.map(launch => ({ ...launch, audits: launch.wallNs.map(() => shared) }))
  assert.deepEqual(
    warningsOf({ ...bound, launches })?.map(({ code }) => code),
    ['generator-rate'],
  )
  for (const [gzipBytes, warnings] of [
    [2 ** 20, []],
    [2 ** 20 + 1, [{ code: 'large-bundle', gzipBytes: 2 ** 20 + 1 }]],
    [5e6, [{ code: 'large-bundle', gzipBytes: 5e6 }]],
    [5e6 + 1, [{ code: 'bundle-over-limit', gzipBytes: 5e6 + 1 }]],
  ] as const) {
    assert.deepEqual(warningsOf(started(gzipBytes)), warnings)
  }
})

/** An app that was started in three launches; the first request takes twice the second. */
function started(gzipBytes: number): MeasuredContender {
  const made = server(0, 1000, 5000)
  const bundle = { file: '/tmp/app.mjs', sha256: 'aa', bytes: 9, gzipBytes } as TimedStart['bundle']
  return {
    ...made,
    launches: made.launches.slice(0, 3).map(({ server: _, ...launch }, at) => {
      const times = {
        listeningNs: 10,
        firstByteNs: 20,
        lastByteNs: 30,
        firstRequestNs: 8 + at,
        secondRequestNs: 4 + at / 2,
      }
      return { ...launch, start: { ...times, cpuNs: 5, listener: 'Bun.serve', bundle } as TimedStart }
    }),
  }
}

test('startRecordOf has the times of all launches, and no path', () => {
  const record = startRecordOf(started(3)) ?? assert.fail()
  const { listeningNs, firstByteNs, lastByteNs, firstRequestNs, secondRequestNs, firstToSecond } = record
  for (const [found, expected] of [
    [listeningNs, 10],
    [firstByteNs, 20],
    [lastByteNs, 30],
    [firstRequestNs, 9],
    [secondRequestNs, 4.5],
    [firstToSecond, 2],
  ] as const)
    assert.ok(Math.abs((found?.value ?? 0) / expected - 1) < 0.01, `${found?.value} for ${expected}`)
  assert.equal(firstToSecond?.n, 3)
  const { listener, pageCache, bundle, phases, launches } = record
  assert.deepEqual([listener, pageCache, phases], ['Bun.serve', 'warm', null])
  assert.deepEqual(bundle, { sha256: 'aa', bytes: 9, gzipBytes: 3 })
  assert.deepEqual(launches[1], {
    ...{ group: 0, launch: 1, listeningNs: 10, firstByteNs: 20, lastByteNs: 30 },
    ...{ firstRequestNs: 9, secondRequestNs: 4.5 },
  })
  assert.equal(startRecordOf(server(0, 1000, 5000)), null)
})

test('isGeneratorBound is whether the generator decided, and false of a function', () => {
  assert.equal(isGeneratorBound(server(0, 1000, 1050)), true)
  assert.equal(isGeneratorBound(server(0, 1000, 5000)), false)
  assert.equal(isGeneratorBound(unmeasured({ caseId: 'app', params: PARAMS, target: 0 })), false)
})
