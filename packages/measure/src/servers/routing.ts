import type { ServerPool } from '@steelyard/harness'
import type { LoadProcess, LoadTurn } from '@steelyard/load'
import type { RoutedKindRecord, RoutingRecord } from '@steelyard/record'
import { isBackgroundTimed, type ReadyServer } from './server-app.ts'

/** What a request of one kind takes alone. */
type Alone = Pick<RoutedKindRecord, 'kind' | 'aloneNs' | 'aloneCpuNs'>

/** How a pool was routed, and what a request of each kind takes alone; the kind that is timed comes first. */
export interface LaunchRouting {
  readonly pool: ServerPool
  readonly alone: readonly Alone[]
}

const ALONE_MS = 100

/** What single requests take when a pool has nothing else to do, found once for every target. */
export class AloneTimes {
  readonly #found = new Map<number, readonly Alone[]>()

  /** Returns how a pool was routed; null for a server that is no pool, or that is sent requests of one kind only. */
  async routingOf(one: ReadyServer, load: LoadProcess): Promise<LaunchRouting | null> {
    const { pool, plan } = one.spec
    if (pool === null || one.background === null) return null
    const alone = this.#found.get(plan.target) ?? (await aloneOf(one, load))
    this.#found.set(plan.target, alone)
    return { pool, alone: isBackgroundTimed(one.spec) ? alone.toReversed() : alone }
  }
}

/** Sends a pool one request after the other: first those of the load, then those of the background load. */
async function aloneOf(
  { process, url, answer, background, spec, pids }: ReadyServer,
  load: LoadProcess,
): Promise<Alone[]> {
  if (background === null || spec.background === null) return []
  const { status, bytes, sha256 } = answer
  const kinds = [
    { kind: spec.background.loadName, url, expected: { status, bytes, sha256 } },
    { kind: spec.background.name, url: background.url, expected: background.expected },
  ]
  const found: Alone[] = []
  process.resume()
  try {
    for (const { kind, url, expected } of kinds) {
      const { latencyNs, serverCpuNs, requests } = await load.turn({
        url,
        expected,
        profile: { kind: 'sequential' },
        durationMs: ALONE_MS,
        serverPids: pids,
      })
      const aloneNs = latencyNs.sum / latencyNs.count
      found.push({ kind, aloneNs, aloneCpuNs: (serverCpuNs ?? 0) / requests })
    }
  } finally {
    process.pause()
  }
  return found
}

/** Returns what a record holds of a pool: what was measured over all `turns`. */
export function routingRecordOf({ pool, alone }: LaunchRouting, turns: readonly LoadTurn[]): RoutingRecord {
  const latenciesNs = [
    meanLatencyNs(turns),
    meanLatencyNs(turns.flatMap(({ background }) => background ?? [])),
  ]
  return {
    ...pool,
    kinds: alone.map((own, index) => {
      const latencyNs = latenciesNs[index] ?? 0
      return { ...own, latencyNs, queueNs: latencyNs - own.aloneNs }
    }),
  }
}

function meanLatencyNs(turns: readonly LoadTurn[]): number {
  const sum = (of: (turn: LoadTurn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  return sum(({ latencyNs }) => latencyNs.sum) / sum(({ latencyNs }) => latencyNs.count)
}
