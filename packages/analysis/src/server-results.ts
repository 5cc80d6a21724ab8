import { type GeneratorBound, generatorBound, type LoadFault, type LoadTurn } from '@steelyard/load'
import type { MeasuredContender } from '@steelyard/measure'
import { logChange, routingRecordOf, type ServerLaunch } from '@steelyard/measure'
import type {
  DistributionRecord,
  FaultRecord,
  RateRecord,
  ResultWarning,
  ServerRecord,
  TurnsRecord,
} from '@steelyard/record'
import {
  type Histogram,
  HistogramCounter,
  histogramDeviation,
  histogramMean,
  histogramQuantile,
  mean,
  mergeHistograms,
  quantile,
  ratioFromLogs,
  standardDeviation,
} from '@steelyard/stats'

/** From the first half of the turns to the second, over all launches, beyond the interval. */
const LARGE_CHANGE = 0.03

/** Returns what a record holds of a server; null when it gave nothing. */
export function serverRecordOf(contender: MeasuredContender): ServerRecord | null {
  const launches = contender.launches.flatMap(({ server, group, launch }) =>
    server ? [{ ...server, group, launch }] : [],
  )
  const [first] = launches
  if (first === undefined) return null
  const turns = launches.flatMap(({ turns }) => turns)
  const firstBytes = turns.flatMap(({ firstByteNs }) => firstByteNs ?? [])
  const sum = (of: (turn: LoadTurn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  return {
    load: first.load,
    listener: first.listener,
    configuration: first.configuration,
    requests: sum(({ requests }) => requests),
    non2xx: sum(({ non2xx }) => non2xx),
    faults: faultsOf(turns.flatMap(({ faults }) => faults)),
    latency: distributionOf(mergeHistograms(turns.map(({ latencyNs }) => latencyNs))),
    firstByte: distributionOf(mergeHistograms(firstBytes)),
    rate: rateOf(turns.flatMap(({ ratePerSecond }) => ratePerSecond)),
    requestCpu: distributionOf(histogramOf(contender.requestCpuNs ?? [])),
    generator: {
      cpuShare: sum(({ generatorCpuNs }) => generatorCpuNs) / sum(({ durationNs }) => durationNs),
      limitPerSecond: limitOf(launches),
      isBound: boundBy(launches) !== null,
    },
    routing: first.routing && routingRecordOf(first.routing, turns),
    launches: launches.map(({ group, launch, startNs, residentBytes, turns }) => ({
      ...{ group, launch, startNs, residentBytes },
      turns: turnsRecord(turns),
    })),
  }
}

function turnsRecord(turns: readonly LoadTurn[]): TurnsRecord {
  const ofAll = (values: readonly number[]) => (values.length < turns.length ? null : values)
  return {
    durationNs: turns.map(({ durationNs }) => durationNs),
    requests: turns.map(({ requests }) => requests),
    meanLatencyNs: turns.map(({ latencyNs }) => Math.round(latencyNs.sum / latencyNs.count)),
    besideRequests: ofAll(turns.flatMap(({ background }) => background?.requests ?? [])),
    serverCpuNs: ofAll(turns.flatMap(({ serverCpuNs }) => serverCpuNs ?? [])),
    generatorCpuNs: turns.map(({ generatorCpuNs }) => generatorCpuNs),
  }
}

/** Returns whether the load generator decided how fast a contender went; false for a case that is a function. */
export function isGeneratorBound({ launches }: MeasuredContender): boolean {
  return boundBy(launches.flatMap(({ server }) => server ?? [])) !== null
}

/** Returns what a reader must know of the times of a server. */
export function serverWarningsOf(contender: MeasuredContender): ResultWarning[] {
  const servers = contender.launches.flatMap(({ server }) => server ?? [])
  const bound = boundBy(servers)
  const change = ratioFromLogs(contender.launches.map(logChange))
  const faults = faultsOf(servers.flatMap(({ turns }) => turns.flatMap(({ faults }) => faults)))
  const isFaster = change !== null && change.upper < 1 - LARGE_CHANGE
  return [
    ...(bound === null ? [] : [bound]),
    ...(isFaster ? [{ code: 'faster-in-turns', changeShare: 1 - change.value } as const] : []),
    ...faults.map(fault => ({ code: 'request-fault', ...fault }) as const),
  ]
}

function boundBy(servers: readonly ServerLaunch[]): GeneratorBound | null {
  return generatorBound(
    servers.flatMap(({ turns }) => turns),
    servers.flatMap(({ limit }) => limit ?? []),
  )
}

function limitOf(servers: readonly ServerLaunch[]): number | null {
  const limits = servers.flatMap(({ limit }) => limit ?? [])
  const sum = (of: (turn: LoadTurn) => number) => limits.reduce((total, turn) => total + of(turn), 0)
  return limits.length === 0 ? null : (sum(turn => turn.requests) / sum(turn => turn.durationNs)) * 1e9
}

/** The first message of each kind stands for all. */
function faultsOf(faults: readonly LoadFault[]): FaultRecord[] {
  return Array.from(
    Map.groupBy(faults, ({ kind }) => kind),
    ([kind, alike]) => ({
      kind,
      count: alike.reduce((sum, { count }) => sum + count, 0),
      message: alike[0]?.message ?? '',
    }),
  )
}

function histogramOf(values: readonly number[]): Histogram {
  const counter = new HistogramCounter()
  for (const value of values) if (value > 0) counter.add(value)
  return counter.histogram()
}

function distributionOf(histogram: Histogram): DistributionRecord | null {
  if (histogram.count === 0) return null
  const at = (share: number) => histogramQuantile(histogram, share)
  return {
    n: histogram.count,
    p2_5Ns: at(0.025),
    p50Ns: at(0.5),
    p95Ns: at(0.95),
    p97_5Ns: at(0.975),
    p99Ns: at(0.99),
    meanNs: histogramMean(histogram),
    standardDeviationNs: histogramDeviation(histogram),
    maxNs: histogram.max ?? 0,
  }
}

function rateOf(rates: readonly number[]): RateRecord | null {
  if (rates.length < 2) return null
  return {
    n: rates.length,
    p1: quantile(rates, 0.01),
    p2_5: quantile(rates, 0.025),
    p50: quantile(rates, 0.5),
    p97_5: quantile(rates, 0.975),
    mean: mean(rates),
    standardDeviation: standardDeviation(rates),
    min: Math.min(...rates),
  }
}
