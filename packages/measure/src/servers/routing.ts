import type { ServerPool } from '@steelyard/harness'
import { LaunchError } from '@steelyard/launcher'
import type { LoadProcess, LoadTurn } from '@steelyard/load'
import type { RoutedKindRecord, RoutingRecord } from '@steelyard/record'
import { histogramMean, mergeHistograms } from '@steelyard/stats'
import { busyShareOf, isBackgroundTimed, type ReadyServer } from './server-app.ts'

type Alone = Pick<RoutedKindRecord, 'kind' | 'aloneNs' | 'aloneCpuNs'>

/** How a pool was routed, and what a request of each kind takes alone; the kind that is timed comes first. */
export interface LaunchRouting {
  readonly pool: ServerPool
  readonly alone: readonly Alone[]
}

const ALONE_MS = 100

/** What single requests take when a pool has nothing else to do, found once for every target and what it is asked. */
export class AloneTimes {
  readonly #found = new Map<string, readonly Alone[]>()

  /** Returns how a pool was routed; null for a server that is no pool, or that is sent requests of one kind only. */
  async routingOf(one: ReadyServer, load: LoadProcess): Promise<LaunchRouting | null> {
    const { pool } = one.spec
    if (pool === null || one.background === null) return null
    const alone = await this.#aloneOf(one, load, one.spec.plan.caseId)
    return { pool, alone: isBackgroundTimed(one.spec) ? alone.toReversed() : alone }
  }

  /** Returns a server with the rates that keep its core as busy as its load says, the same for all servers of a group. */
  async keptBusy(one: ReadyServer, load: LoadProcess): Promise<ReadyServer> {
    const { profile, background, spec } = one
    const share = busyShareOf(spec.plan.params)
    if (share === null || profile.kind !== 'open') return one
    const [own, other] = await this.#aloneOf(one, load, null)
    const otherShare = background === null ? 0 : background.durationMs / (spec.background?.turnMs ?? 1)
    const usedNs =
      profile.ratePerSecond * (own?.aloneCpuNs ?? 0) +
      (background?.ratePerSecond ?? 0) * otherShare * (other?.aloneCpuNs ?? 0)
    if (usedNs === 0) throw new LaunchError('failed', 'cannot be kept busy: its CPU time could not be read')
    const scaled = (ratePerSecond: number) => Math.max(1, Math.round((ratePerSecond * share * 1e9) / usedNs))
    return {
      ...one,
      profile: { kind: 'open', ratePerSecond: scaled(profile.ratePerSecond) },
      background: background && { ...background, ratePerSecond: scaled(background.ratePerSecond) },
    }
  }

  /** Cases share a rate, which is that of the first one, but each has its own times. */
  async #aloneOf(one: ReadyServer, load: LoadProcess, caseId: string | null): Promise<readonly Alone[]> {
    const { target, params } = one.spec.plan
    // Alone a request takes the same under any load, whichever kind is timed.
    const key = JSON.stringify([caseId, target, { ...params, load: null, requests: null }])
    const alone = this.#found.get(key) ?? (await aloneOf(one, load))
    this.#found.set(key, alone)
    return alone
  }
}

/** Sends a pool one request after the other: first those of the load, then those of the background load. */
async function aloneOf({ process, url, expected, background, spec }: ReadyServer, load: LoadProcess) {
  const own = { kind: spec.background?.loadName ?? 'load', url, expected }
  const other = background && { ...background, kind: spec.background?.name ?? '' }
  const found: Alone[] = []
  process.resume()
  try {
    for (const one of other === null ? [own] : [own, other]) {
      const { latencyNs, serverCpuNs, requests } = await load.turn({
        url: one.url,
        expected: one.expected,
        profile: { kind: 'sequential' },
        durationMs: ALONE_MS,
        serverPids: process.pids,
      })
      const aloneNs = histogramMean(latencyNs)
      found.push({ kind: one.kind, aloneNs, aloneCpuNs: (serverCpuNs ?? 0) / requests })
    }
  } finally {
    process.pause()
  }
  return found
}

/** Returns what a record holds of a pool: what was measured over all `turns`. */
export function routingRecordOf({ pool, alone }: LaunchRouting, turns: readonly LoadTurn[]): RoutingRecord {
  const turnsOfKinds = [turns, turns.flatMap(({ background }) => background ?? [])]
  return {
    processes: pool.processes,
    policy: pool.policy,
    kinds: alone.map((own, index) => {
      const latencies = turnsOfKinds[index]?.map(turn => turn.latencyNs) ?? []
      const latencyNs = histogramMean(mergeHistograms(latencies))
      return { ...own, latencyNs, queueNs: latencyNs - own.aloneNs }
    }),
  }
}
