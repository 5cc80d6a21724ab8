import { cpuClockOf } from '@steelyard/launcher/cpu-clock'
import { HistogramCounter } from '@steelyard/stats'
import { FaultCounter } from '../checks/load-fault.ts'
import { AnswerCheck } from '../checks/response-check.ts'
import type { LoadTurn, LoadTurnOptions } from './load-turn.ts'

/** Rates are counted over about so long. */
const RATE_PART_MS = 100

/** Milliseconds to nanoseconds. */
const NS = 1e6

/** What is counted of one turn, between the opening of its window and its end. */
export class Tally {
  readonly faults = new FaultCounter()
  readonly check: AnswerCheck
  readonly #options: LoadTurnOptions
  readonly #latencies = new HistogramCounter()
  readonly #firstLatencies = new HistogramCounter()
  readonly #firstBytes = new HistogramCounter()
  readonly #lateness = new HistogramCounter()
  readonly #serverClocks
  /** By the millisecond since the opening. */
  readonly #answersAt: number[] = []
  #openedMs: number | null = null
  #endedMs: number | null = null
  #serverCpuNs: number | null = null
  #generatorCpuNs = 0
  #lastAnswerMs = 0
  #requests = 0
  #non2xx = 0

  constructor(options: LoadTurnOptions) {
    this.#options = options
    this.check = new AnswerCheck(options.expected, this.faults)
    this.#serverClocks = options.serverPids?.map(cpuClockOf) ?? []
  }

  /** Whether answers count now. */
  get isOpen(): boolean {
    return this.#openedMs !== null && this.#endedMs === null
  }

  /** As of `performance.now()`; 0 before the first in the window. */
  get lastAnswerMs(): number {
    return this.#lastAnswerMs
  }

  /** Opens the window; returns the moment. */
  open(): number {
    this.#serverCpuNs = this.#readServers()
    this.#generatorCpuNs = generatorCpuNs()
    this.#openedMs = performance.now()
    return this.#openedMs
  }

  /**
   * Ends the window.
   *
   * @param atMs when it ended, where that was earlier
   */
  end(atMs = performance.now()): void {
    this.#endedMs = atMs
    this.#generatorCpuNs = generatorCpuNs() - this.#generatorCpuNs
    const serverCpuNs = this.#readServers()
    this.#serverCpuNs =
      this.#serverCpuNs === null || serverCpuNs === null ? null : serverCpuNs - this.#serverCpuNs
  }

  /** Counts an answer that just ended. */
  answer(status: number): void {
    this.#requests++
    if (status < 200 || status > 299) this.#non2xx++
    this.#lastAnswerMs = performance.now()
    const ms = Math.floor(this.#lastAnswerMs - (this.#openedMs ?? 0))
    this.#answersAt[ms] = (this.#answersAt[ms] ?? 0) + 1
  }

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

  /** Counts what a request had waited when it was given up: at least so long would its answer have taken. */
  gaveUp(waitedMs: number): void {
    this.#latencies.add(waitedMs * NS)
  }

  /** Returns what was found; the window must have ended. */
  turn(): LoadTurn {
    const { kind } = this.#options.profile
    const durationMs = (this.#endedMs ?? 0) - (this.#openedMs ?? 0)
    const latencies = this.#latencies.histogram()
    return {
      durationNs: durationMs * NS,
      requests: this.#requests,
      non2xx: this.#non2xx,
      faults: this.faults.faults(),
      digestsCompared: this.check.digestsCompared,
      latencyNs: latencies.count > 0 ? latencies : this.#firstLatencies.histogram(),
      firstByteNs: kind === 'open' || kind === 'sequential' ? this.#firstBytes.histogram() : null,
      latenessNs: kind === 'open' ? this.#lateness.histogram() : null,
      ratePerSecond: ratesOf(this.#answersAt, durationMs),
      generatorCpuNs: this.#generatorCpuNs,
      serverCpuNs: this.#serverCpuNs,
    }
  }

  #readServers(): number | null {
    const times = this.#serverClocks.map(clock => clock())
    if (times.length === 0) return null
    return times.reduce((sum, time) => (sum === null || time === null ? null : sum + time), 0)
  }
}

/**
 * Returns the answers a second in equal parts of a window. They fill it: a server that holds its answers back and gives
 * them all at the end of a window would otherwise be said to be slow.
 *
 * @param answersAt how many there were in each millisecond; may have holes
 */
export function ratesOf(answersAt: readonly (number | undefined)[], durationMs: number): number[] {
  const parts = Math.max(1, Math.round(durationMs / RATE_PART_MS))
  const partMs = durationMs / parts
  const rates = Array.from({ length: parts }, () => 0)
  for (const [ms, count = 0] of answersAt.entries()) {
    const part = Math.min(Math.floor((ms + 0.5) / partMs), parts - 1)
    rates[part] = (rates[part] ?? 0) + (count * 1000) / partMs
  }
  return rates
}

function generatorCpuNs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}
