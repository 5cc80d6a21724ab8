import type { Histogram } from '@steelyard/stats'
import type { LoadFault } from '../checks/load-fault.ts'
import type { LoadProfile } from './profile.ts'

/** The answer that every request must get. */
export interface ExpectedResponse {
  readonly status: number
  /** Length of the body. */
  readonly bytes: number
  /** Digest of the body in hexadecimal. */
  readonly sha256: string
}

/** Requests of another kind, sent at a rate of their own for a part of a turn. */
export interface BackgroundLoad {
  readonly url: string
  readonly ratePerSecond: number
  /** When they begin, from the opening of the window, and for how long. */
  readonly fromMs: number
  readonly durationMs: number
  readonly expected: ExpectedResponse
}

export interface LoadTurnOptions {
  /** `http://127.0.0.1:port/path` */
  readonly url: string
  readonly profile: LoadProfile
  /** How long requests are begun in the window; connecting and the lead-in come before it. */
  readonly durationMs: number
  readonly expected: ExpectedResponse
  /** Processes whose CPU time is read at the edges of the window. */
  readonly serverPids?: readonly number[]
  /** Only with `open`: what else the server has to do meanwhile. */
  readonly beside?: BackgroundLoad
  /** A request that waits longer counts as a fault; default 10 s. */
  readonly timeoutMs?: number
}

/**
 * What one turn of load found. Every number is of the window alone. For `heavy` and `moderate` that goes from the first
 * request, with none under way, to the last answer: requests are sent for `durationMs`, and what is under way then is
 * awaited and counts. Before it, each new connection has had one request answered, alone. For `open` and `sequential` the
 * window is that of the intended starts: every request that was to start in it counts, whenever it was answered, and its
 * end is the last answer.
 */
export interface LoadTurn {
  readonly durationNs: number
  /** Requests that got an answer, wrong ones included. */
  readonly requests: number
  /** How many of these were not 2xx. */
  readonly non2xx: number
  /** Empty when all went well. Those before the window and after it are counted too. */
  readonly faults: readonly LoadFault[]
  /** Answers whose whole body was compared by its digest, one in 100; status and length are compared of every one. */
  readonly digestsCompared: number
  /**
   * From sending a request (`open`: from its intended start) to the last byte of its answer. A request that timed out
   * counts with the time it had waited. For `heavy` and `moderate` those with which the load began, all sent at once to a
   * server that rested, count only where there are no others.
   */
  readonly latencyNs: Histogram
  /** To the first byte of the answer, from the same start; null for `heavy` and `moderate`, which do not tell it. */
  readonly firstByteNs: Histogram | null
  /** `open`: how much later than intended a request was sent, which is the generator's own doing; null otherwise. */
  readonly latenessNs: Histogram | null
  /** Answers a second in each of the equal parts of the window, each of about a tenth of a second, in order. */
  readonly ratePerSecond: readonly number[]
  /** CPU time of the generator in the window. */
  readonly generatorCpuNs: number
  /** CPU time of `serverPids` in the window; null without them or where the platform does not tell. */
  readonly serverCpuNs: number | null
  /** What came of the requests that were sent beside; its CPU times are those of the whole turn. Absent without them. */
  readonly beside?: LoadTurn
}
