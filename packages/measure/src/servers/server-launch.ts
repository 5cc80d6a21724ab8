import type { LoadProfile, LoadResponse, LoadTurn } from '@steelyard/load'
import type { ConfigurationRecord, LoadRecord } from '@steelyard/record'
import type { ContenderLaunch, WarmUp } from '@steelyard/schedule'
import { histogramMean, sum } from '@steelyard/stats'
import type { ParamValues } from '../plan/plan.ts'
import type { LaunchRouting } from './routing.ts'
import { busyShareOf } from './server-app.ts'

/** What a server gave in one launch, besides the samples. */
export interface ServerLaunch {
  readonly load: LoadRecord
  readonly listener: string
  readonly configuration: ConfigurationRecord
  readonly startNs: number
  readonly residentBytes: number | null
  readonly turns: readonly LoadTurn[]
  /** What the load generator reaches against canned bytes of that length; null where it was not measured. */
  readonly limit: LoadTurn | null
  /** null for a server that is no pool. */
  readonly routing: LaunchRouting | null
}

/** With fewer turns on either side, noise looks like a change: three against three differ completely once in ten times. */
const FEWEST_APART = 3

/**
 * Returns the samples of a launch: one for each turn, the time of one request. `order` has the positions of the turns
 * among those of all servers.
 */
export function windowOf(
  profile: LoadProfile,
  turns: readonly LoadTurn[],
  order: readonly number[],
  warmUp: WarmUp,
): ContenderLaunch {
  const wallNs = turns.map(turn => requestNs(profile, turn))
  const cpuNs = turns.map(cpuNsOf)
  return {
    iterationsPerBatch: 1,
    order,
    wallNs,
    cpuNs,
    audits: turns.map(() => null),
    warmup: {
      ...warmUp,
      state: isSteady(cpuNs.every(sample => sample !== null) ? cpuNs : wallNs) ? warmUp.state : 'drifting',
    },
    nullBatch: { wallNs: 0, hostNs: 0, cpuNs: 0 },
    early: [],
    work: null,
  }
}

/** Returns the CPU time of a request in a turn; null where unavailable. */
export function cpuNsOf({ serverCpuNs, requests, background }: LoadTurn): number | null {
  return serverCpuNs === null ? null : serverCpuNs / (requests + (background?.requests ?? 0))
}

export function requestNs(profile: LoadProfile, { durationNs, requests, latencyNs }: LoadTurn): number {
  return isClosed(profile) ? durationNs / requests : histogramMean(latencyNs)
}

/** Whether not every turn of the second half took less than each of the first, or more. */
function isSteady(samplesNs: readonly number[]): boolean {
  const half = Math.floor(samplesNs.length / 2)
  if (half < FEWEST_APART) return true
  const [first, last] = [samplesNs.slice(0, half), samplesNs.slice(-half)]
  return Math.max(...last) >= Math.min(...first) && Math.max(...first) >= Math.min(...last)
}

/** Returns how long the requests of the second half of the turns took ÷ those of the first, in log. */
export function logChange({ wallNs, cpuNs }: Pick<ContenderLaunch, 'wallNs' | 'cpuNs'>): number {
  const samplesNs = cpuNs.every(sample => sample !== null) ? cpuNs : wallNs
  const half = samplesNs.length / 2
  return Math.log(sum(samplesNs.slice(half)) / sum(samplesNs.slice(0, half)))
}

/** Returns how a server is set up, by what it was started with and how it answers. */
export function configurationOf(
  environment: Readonly<Record<string, string>>,
  { headers, bytes }: Pick<LoadResponse, 'headers' | 'bytes'>,
): ConfigurationRecord {
  return {
    nodeEnv: environment.NODE_ENV || null,
    rendering: renderingOf(headers),
    compression: headers['content-encoding'] ?? null,
    delivery: headers['content-length'] === undefined ? 'streamed' : 'whole',
    contentType: headers['content-type'] ?? null,
    bodyBytes: bytes,
  }
}

/** A header of a cache hit says more than the headers for caches. */
function renderingOf(headers: LoadResponse['headers']): ConfigurationRecord['rendering'] {
  const states = Object.entries(headers).flatMap(([name, value]) => (/cache$/.test(name) ? [value] : []))
  if (headers.age !== undefined || states.some(state => /\b(?:hit|stale|prerender)\b/i.test(state))) {
    return 'cached'
  }
  const control = headers['cache-control']
  if (control === undefined) return null
  if (/\b(?:no-store|no-cache|private)\b|max-age=0\b/i.test(control)) return 'dynamic'
  return /\b(?:s-maxage|max-age)=[1-9]|\bimmutable\b/i.test(control) ? 'cached' : null
}

const CONNECTIONS = 100
const HEAVY_PIPELINING = 10

/** Requests a second until it is known how many keep the core busy. */
const RATE_BEFORE_BUSY = 400

/** Returns the load that the parameter `load` names; moderate without one. */
export function loadProfileOf({ load = 'moderate' }: ParamValues): LoadProfile {
  const name = String(load)
  const rate = /^open-(\d+)$/.exec(name)?.[1]
  if (rate !== undefined) return { kind: 'open', ratePerSecond: Number(rate) }
  if (busyShareOf({ load }) !== null) return { kind: 'open', ratePerSecond: RATE_BEFORE_BUSY }
  if (name === 'heavy' || name === 'moderate' || name === 'sequential') return { kind: name }
  throw new RangeError(`there is no load '${name}'`)
}

export function loadRecordOf(profile: LoadProfile): LoadRecord {
  return {
    kind: profile.kind,
    connections: profile.kind === 'sequential' ? 1 : CONNECTIONS,
    pipelining: profile.kind === 'heavy' ? HEAVY_PIPELINING : 1,
    ratePerSecond: profile.kind === 'open' ? profile.ratePerSecond : null,
  }
}

/** Whether the next request of a load waits for an answer on one of many connections, so that its rate shows the cost. */
export function isClosed({ kind }: Pick<LoadProfile, 'kind'>): boolean {
  return kind === 'heavy' || kind === 'moderate'
}
