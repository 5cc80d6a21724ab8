import type { LoadProfile, LoadTurn } from '@steelyard/load'
import type { ConfigurationRecord, LoadRecord } from '@steelyard/record'
import type { ContenderLaunch, WarmUp } from '@steelyard/schedule'
import { sum } from '@steelyard/stats'
import { isClosed } from './load-profile.ts'
import type { LaunchRouting } from './routing.ts'

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
 * Returns the samples of a launch: one for each turn, the time of one request.
 *
 * @param order positions of the turns among those of all servers
 */
export function windowOf(
  profile: LoadProfile,
  turns: readonly LoadTurn[],
  order: readonly number[],
  warmUp: WarmUp,
): ContenderLaunch {
  const wallNs = turns.map(turn => requestNs(profile, turn))
  const cpuNs = turns.map(cpuNsOf)
  const nothing = { wallNs: 0, hostNs: 0, cpuNs: 0 }
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
    nullBatch: nothing,
    early: [],
    work: null,
  }
}

/** Returns the CPU time of a request in a turn; null where unavailable. */
export function cpuNsOf({ serverCpuNs, requests, background }: LoadTurn): number | null {
  return serverCpuNs === null ? null : serverCpuNs / (requests + (background?.requests ?? 0))
}

export function requestNs(profile: LoadProfile, { durationNs, requests, latencyNs }: LoadTurn): number {
  return isClosed(profile) ? durationNs / requests : latencyNs.sum / latencyNs.count
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
