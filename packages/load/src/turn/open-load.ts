import { setImmediate as nextTurnOfLoop, setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { LimitedTurnOptions, LoadTurn } from './load-turn.ts'
import { clientOptions, exchange } from './send-request.ts'
import { Tally } from './tally.ts'

const CONNECTIONS = 100

/** Requests before the window, at the same rate: the first connections are made, the client has warmed up. */
const LEAD_IN_MS = 100

/** Timers fire a millisecond late or more: the end of a wait polls the clock. */
const SPIN_MS = 2

/**
 * Begins requests at a fixed rate, evenly spaced, whether earlier ones were answered or not. Latency counts from the
 * intended start, so it includes waiting for a busy server or for one of the 100 connections.
 */
export async function openLoad(options: LimitedTurnOptions, ratePerSecond: number): Promise<LoadTurn> {
  const { background, durationMs } = options
  const main = new Arrivals(options, ratePerSecond)
  const other = background && new Arrivals({ ...options, ...background }, background.ratePerSecond)
  await main.send(performance.now(), LEAD_IN_MS)
  const openedMs = main.tally.open()
  other?.tally.open()
  await Promise.all([
    main.send(openedMs, durationMs),
    background && other?.send(openedMs + background.fromMs, background.durationMs),
  ])
  main.tally.end()
  other?.tally.end()
  await Promise.all([main.close(), other?.close()])
  return { ...main.tally.turn(), ...(other ? { background: other.tally.turn() } : {}) }
}

/** Requests of one kind at one rate. */
class Arrivals {
  readonly tally: Tally
  readonly #url: URL
  readonly #pool: Pool
  readonly #ratePerSecond: number
  readonly #timeoutMs: number

  constructor(options: LimitedTurnOptions, ratePerSecond: number) {
    const { timeoutMs } = options
    this.tally = new Tally(options)
    this.#url = new URL(options.url)
    this.#ratePerSecond = ratePerSecond
    this.#timeoutMs = timeoutMs
    this.#pool = new Pool(this.#url.origin, { ...clientOptions(timeoutMs), connections: CONNECTIONS })
  }

  /** Sends the requests due from `startMs` on within `durationMs`, at least one, and awaits the responses. */
  async send(startMs: number, durationMs: number): Promise<void> {
    const count = Math.max(1, Math.round((durationMs / 1000) * this.#ratePerSecond))
    const sent: Promise<boolean>[] = []
    while (sent.length < count) {
      const intendedMs = startMs + (sent.length * 1000) / this.#ratePerSecond
      const waitMs = intendedMs - performance.now()
      if (waitMs > 2 * SPIN_MS) await sleep(waitMs - SPIN_MS)
      else if (waitMs > 0) await nextTurnOfLoop()
      else {
        if (this.tally.isOpen) this.tally.lateness(performance.now() - intendedMs)
        sent.push(exchange(this.#pool, this.#url, this.tally, intendedMs))
        // Late requests are sent at once, but responses must be read in between.
        if (sent.length % CONNECTIONS === 0) await nextTurnOfLoop()
      }
    }
    // The last of them has the same time limit as every other.
    using _limit = setTimeout(() => this.#pool.destroy(), this.#timeoutMs)
    await Promise.all(sent)
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}
