import type { Policy } from './policy.ts'
import { type Arrival, simulatePool } from './simulate.ts'

/** Requests of one kind, begun at a fixed rate for a part of the time, and what one of them takes alone. */
export interface Stream {
  readonly kind: string
  readonly ratePerSecond: number
  readonly fromMs: number
  readonly durationMs: number
  /** Measured with nothing else to do: from request to response, and of that the CPU time of the process. */
  readonly aloneNs: number
  readonly aloneCpuNs: number
}

export interface MixtureOptions {
  readonly streams: readonly Stream[]
  readonly processes: number
  readonly cores: number
  readonly policy: Policy
}

/** The mean outcome of the requests of one kind. */
export interface SimulatedKind {
  readonly kind: string
  readonly requests: number
  readonly latencyNs: number
  /** The part of the latency for which a request was ready and waited for its process or for a core. */
  readonly queueNs: number
}

/** Simulates one turn of several kinds of requests, every one of a kind taking what one takes alone. */
export function simulateMixture({ streams, ...pool }: MixtureOptions): SimulatedKind[] {
  const arrivals = streams.flatMap(arrivalsOf).sort((a, b) => a.atNs - b.atNs)
  const served = simulatePool({ ...pool, arrivals })
  return streams.map(({ kind }) => {
    const own = served.filter(request => request.kind === kind)
    const meanOf = (key: 'latencyNs' | 'queueNs') =>
      own.reduce((sum, request) => sum + request[key], 0) / own.length
    return { kind, requests: own.length, latencyNs: meanOf('latencyNs'), queueNs: meanOf('queueNs') }
  })
}

function arrivalsOf(stream: Stream): Arrival[] {
  const { kind, ratePerSecond, fromMs, durationMs } = stream
  const count = Math.max(1, Math.round((durationMs / 1000) * ratePerSecond))
  return Array.from({ length: count }, (_, index) => ({
    ...demandOf(stream),
    kind,
    atNs: fromMs * 1e6 + (index * 1e9) / ratePerSecond,
  }))
}

/**
 * What computes for most of its time alone computes in one piece, and the rest is overhead. What mostly waits begins to
 * wait when it was taken up, and needs its process again when that is over.
 */
function demandOf({ aloneNs, aloneCpuNs }: Stream): Pick<Arrival, 'steps' | 'overheadNs'> {
  const restNs = Math.max(0, aloneNs - aloneCpuNs)
  if (aloneCpuNs > restNs) return { steps: [{ cpuNs: aloneCpuNs }], overheadNs: restNs }
  const half = { cpuNs: aloneCpuNs / 2 }
  return { steps: [half, { waitNs: restNs }, half], overheadNs: 0 }
}
