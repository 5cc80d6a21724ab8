import { cpuClockOf, total } from '@steelyard/launcher/cpu-clock'
import { HistogramCounter } from '@steelyard/stats'
import { FaultCounter } from '../checks/load-fault.ts'
import { ResponseCheck } from '../checks/response-check.ts'
import type { LoadTurn, LoadTurnOptions } from './load-turn.ts'

/** Length of the parts over which rates are counted, about. */
const RATE_PART_MS = 100

/** Milliseconds to nanoseconds. */
const NS = 1e6

/** Counts one turn, between the opening of its window and its end. */
export class Tally {
  readonly faults = new FaultCounter()
  readonly check: ResponseCheck
  readonly #options: LoadTurnOptions
  readonly #latencies = new HistogramCounter()
  readonly #firstLatencies = new HistogramCounter()
  readonly #firstBytes = new HistogramCounter()
  readonly #lateness = new HistogramCounter()
  readonly #serverClocks
  readonly #helperClocks
  /** Counts by the millisecond since the opening. */
  readonly #responsesAt: number[] = []
  #openedMs: number | null = null
  #endedMs: number | null = null
  #serverCpuNs: number | null = null
  #generatorCpuNs = 0
  #lastResponseMs = 0
  #requests = 0
  #non2xx = 0

  constructor(options: LoadTurnOptions) {
    this.#options = options
    this.check = new ResponseCheck(options.expected, this.faults)
    this.#serverClocks = options.serverPids?.map(cpuClockOf).map(lastOf) ?? []
    this.#helperClocks = options.helperPids?.map(cpuClockOf).map(lastOf) ?? []
  }

  /** Whether responses count now. */
  get isOpen(): boolean {
    return this.#openedMs !== null && this.#endedMs === null
  }

  /** On the clock of `performance.now()`; 0 before the first response in the window. */
  get lastResponseMs(): number {
    return this.#lastResponseMs
  }

  /** Opens the window; returns the moment. */
  open(): number {
    this.#serverCpuNs = this.#readServers()
    this.#generatorCpuNs = this.#readGenerator()
    this.#openedMs = performance.now()
    return this.#openedMs
  }

  /** Ends the window, at `atMs` where that was earlier than now. */
  end(atMs = performance.now()): void {
    this.#endedMs = atMs
    this.#generatorCpuNs = this.#readGenerator() - this.#generatorCpuNs
    const serverCpuNs = this.#readServers()
    this.#serverCpuNs =
      this.#serverCpuNs === null || serverCpuNs === null ? null : serverCpuNs - this.#serverCpuNs
  }

  response(status: number): void {
    this.#requests++
    if (status < 200 || status > 299) this.#non2xx++
    this.#lastResponseMs = performance.now()
    const ms = Math.floor(this.#lastResponseMs - (this.#openedMs ?? 0))
    this.#responsesAt[ms] = (this.#responsesAt[ms] ?? 0) + 1
  }

  /** Counts a latency; where a request timed out, the time that it had waited, a lower bound of its latency. */
  latency(latencyMs: number): void {
    this.#latencies.add(latencyMs * NS)
  }

  /** Keeps the latency of a request that was sent before the load had built up, in case there are no others. */
  firstLatency(latencyMs: number): void {
    this.#firstLatencies.add(latencyMs * NS)
  }

  firstByte(latencyMs: number): void {
    this.#firstBytes.add(latencyMs * NS)
  }

  /** Counts how much later than intended a request was sent; being early is being on time. */
  lateness(latenessMs: number): void {
    this.#lateness.add(Math.max(latenessMs * NS, 1))
  }

  /** Returns the result; the window must have ended. */
  turn(): LoadTurn {
    const { kind } = this.#options.profile
    const durationMs = (this.#endedMs ?? 0) - (this.#openedMs ?? 0)
    const latencies = this.#latencies.histogram()
    return {
      durationNs: Math.round(durationMs * NS),
      requests: this.#requests,
      non2xx: this.#non2xx,
      faults: this.faults.faults(),
      latencyNs: latencies.count > 0 ? latencies : this.#firstLatencies.histogram(),
      firstByteNs: kind === 'open' || kind === 'sequential' ? this.#firstBytes.histogram() : null,
      latenessNs: kind === 'open' ? this.#lateness.histogram() : null,
      ratePerSecond: ratesOf(this.#responsesAt, durationMs),
      generatorCpuNs: this.#generatorCpuNs,
      serverCpuNs: this.#serverCpuNs,
    }
  }

  #readGenerator(): number {
    const { user, system } = process.cpuUsage()
    return this.#helperClocks.reduce((sum, read) => sum + (read() ?? 0), (user + system) * 1000)
  }

  #readServers(): number | null {
    return this.#serverClocks.length === 0 ? null : total(this.#serverClocks.map(read => read()))
  }
}

/**
 * Returns the responses per second in equal parts of a window, from how many came in each millisecond, with holes.
 * The parts fill it: a server that holds its responses back until the end of a window would otherwise look slow.
 */
export function ratesOf(responsesAt: readonly (number | undefined)[], durationMs: number): number[] {
  const parts = Math.max(1, Math.round(durationMs / RATE_PART_MS))
  const partMs = durationMs / parts
  const rates = Array.from({ length: parts }, () => 0)
  for (const [ms, count = 0] of responsesAt.entries()) {
    const part = Math.min(Math.floor((ms + 0.5) / partMs), parts - 1)
    rates[part] = (rates[part] ?? 0) + (count * 1000) / partMs
  }
  return rates
}

/** Returns a clock that keeps its last reading where its process has ended. */
function lastOf(clock: () => number | null): () => number | null {
  let last: number | null = null
  return () => {
    last = clock() ?? last
    return last
  }
}
