import type { ServerPool } from '@steelyard/harness'
import type { LoadProcess, LoadTurn } from '@steelyard/load'
import type { RoutedKindRecord, RoutingRecord } from '@steelyard/record'
import { type Stream, simulateMixture } from '@steelyard/routing'
import { isBackgroundTimed, type ReadyServer } from './server-app.ts'

/** How a pool was routed, and what a request of each kind takes alone; the kind that is timed comes first. */
export interface LaunchRouting {
  readonly pool: ServerPool
  readonly streams: readonly Stream[]
}

const ALONE_MS = 100

/** Sizes of pools that are simulated: the one measured, on the one core it has, and others that this machine has no cores for. */
const SIMULATED = [
  { cores: 1, times: 1 },
  { cores: 2, times: 1 },
  { cores: 4, times: 1 },
  { cores: 16, times: 4 },
] as const

/** What single requests take when a pool has nothing else to do, found once for every target. */
export class AloneTimes {
  readonly #found = new Map<number, readonly Stream[]>()

  /** Returns how a pool was routed; null for a server that is no pool, or that is sent requests of one kind only. */
  async routingOf(one: ReadyServer, load: LoadProcess): Promise<LaunchRouting | null> {
    const { pool, plan } = one.spec
    if (pool === null || one.background === null) return null
    const streams = this.#found.get(plan.target) ?? (await streamsOf(one, load))
    this.#found.set(plan.target, streams)
    return { pool, streams: isBackgroundTimed(one.spec) ? streams.toReversed() : streams }
  }
}

/** Sends a pool one request after the other: first those of the load, then those of the background load. */
async function streamsOf(one: ReadyServer, load: LoadProcess): Promise<Stream[]> {
  const { process, profile, url, answer, background, spec, pids } = one
  if (background === null || spec.background === null || profile.kind !== 'open') return []
  const { status, bytes, sha256 } = answer
  const own = {
    kind: spec.background.loadName,
    url,
    ratePerSecond: profile.ratePerSecond,
    fromMs: 0,
    durationMs: spec.background.turnMs,
    expected: { status, bytes, sha256 },
  }
  const kinds = [own, { ...background, kind: spec.background.name }]
  const streams: Stream[] = []
  process.resume()
  try {
    for (const { url, expected, ...kind } of kinds) {
      const { latencyNs, serverCpuNs, requests } = await load.turn({
        url,
        expected,
        profile: { kind: 'sequential' },
        durationMs: ALONE_MS,
        serverPids: pids,
      })
      const aloneNs = latencyNs.sum / latencyNs.count
      streams.push({ ...kind, aloneNs, aloneCpuNs: (serverCpuNs ?? 0) / requests })
    }
  } finally {
    process.pause()
  }
  return streams
}

/** Returns what a record holds of a pool: what was measured over all `turns`, and what the simulation gives. */
export function routingRecordOf({ pool, streams }: LaunchRouting, turns: readonly LoadTurn[]): RoutingRecord {
  const latenciesNs = [
    meanLatencyNs(turns),
    meanLatencyNs(turns.flatMap(({ background }) => background ?? [])),
  ]
  const simulated = SIMULATED.map(({ cores, times }) => {
    const processes = pool.processes * times
    const kinds = simulateMixture({ streams, processes, cores, policy: pool.policy })
    return { cores, processes, kinds }
  })
  return {
    ...pool,
    kinds: streams.map(({ kind, aloneNs, aloneCpuNs }, index): RoutedKindRecord => {
      const latencyNs = latenciesNs[index] ?? 0
      return {
        kind,
        aloneNs,
        aloneCpuNs,
        latencyNs,
        queueNs: latencyNs - aloneNs,
        simulated: simulated.map(({ cores, processes, kinds }) => ({
          cores,
          processes,
          latencyNs: kinds[index]?.latencyNs ?? 0,
          queueNs: kinds[index]?.queueNs ?? 0,
        })),
      }
    }),
  }
}

function meanLatencyNs(turns: readonly LoadTurn[]): number {
  const sum = (of: (turn: LoadTurn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  return sum(({ latencyNs }) => latencyNs.sum) / sum(({ latencyNs }) => latencyNs.count)
}
