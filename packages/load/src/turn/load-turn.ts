import type { Histogram } from '@steelyard/stats'
import type { LoadFault } from '../checks/load-fault.ts'

/**
 * How requests are sent.
 *
 * - `heavy`: 100 connections with 10 requests pipelined on each; the next is sent when one was answered.
 * - `moderate`: 100 connections with one request each.
 * - `sequential`: one connection, one request after the other.
 * - `open`: requests begin at a fixed rate, whether the earlier ones were answered or not, on up to 100 connections.
 */
export type LoadProfile =
  | { readonly kind: 'heavy' | 'moderate' | 'sequential' }
  | { readonly kind: 'open'; readonly ratePerSecond: number }

/** The response that every request must get. */
export interface ExpectedResponse {
  readonly status: number
  /** Length of the body. */
  readonly bytes: number
  /** Digest of the body in hexadecimal; null where bodies may differ, in length too. */
  readonly sha256: string | null
}

/** Requests of another kind, sent at their own rate for a part of a turn. */
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
  /** Processes that serve the generator and share its core, such as a router: their CPU time counts as its own. */
  readonly helperPids?: readonly number[]
  /** Requests of another kind at the same time; only with `open`. */
  readonly background?: BackgroundLoad
  /** A request that waits longer counts as a fault; default 10 s. */
  readonly timeoutMs?: number
}

export type LimitedTurnOptions = LoadTurnOptions & Required<Pick<LoadTurnOptions, 'timeoutMs'>>

/**
 * The result of one turn of load. Every number describes the window alone. For `heavy` and `moderate` it goes from the
 * first request, with none under way, to the last response: requests are sent for `durationMs`, and those still under way
 * are awaited and count. Each new connection gets one response before it. For `open` and `sequential` the window is that
 * of the intended starts: every request meant to start in it counts, and the window ends with the last response.
 */
export interface LoadTurn {
  readonly durationNs: number
  /** Requests that got a response, wrong ones included. */
  readonly requests: number
  /** How many of these were not 2xx. */
  readonly non2xx: number
  /** Empty when all went well. Those before the window and after it are counted too. */
  readonly faults: readonly LoadFault[]
  /**
   * From sending a request (`open`: from its intended start) to the last byte of its response. A request that timed out
   * counts with the time it had waited. For `heavy` and `moderate` the first requests, all sent at once to an idle server,
   * count only where there are no others.
   */
  readonly latencyNs: Histogram
  /** To the first byte of the response, from the same start; null for `heavy` and `moderate`, whose client hides it. */
  readonly firstByteNs: Histogram | null
  /** `open`: how much later than intended the generator sent a request; null otherwise. */
  readonly latenessNs: Histogram | null
  /** Responses per second in equal parts of the window, each of about a tenth of a second, in order. */
  readonly ratePerSecond: readonly number[]
  /** CPU time of the generator and of `helperPids` in the window. */
  readonly generatorCpuNs: number
  /** CPU time of `serverPids` in the window; null without them or where the platform does not report it. */
  readonly serverCpuNs: number | null
  /** The result of the background load; its CPU times are those of the whole turn. Absent without one. */
  readonly background?: LoadTurn
}
