import { setImmediate as nextTurnOfLoop, setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { exchange } from './exchange.ts'
import type { LoadTurn, LoadTurnOptions } from './load-turn.ts'
import { Tally } from './tally.ts'

const CONNECTIONS = 100

/** Requests before the window, at the same rate: the first connections are made, the client has warmed up. */
const LEAD_IN_MS = 100

/** Timers come up to a millisecond late or more: the last of a wait is spent looking at the clock. */
const SPIN_MS = 2

/**
 * Begins requests at a fixed rate, evenly spaced, whether earlier ones were answered or not. Latency counts from the
 * intended start, so that a request which had to wait for a busy server, or for one of the 100 connections, shows it.
 */
export async function openLoad(
  options: LoadTurnOptions,
  ratePerSecond: number,
  timeoutMs: number,
): Promise<LoadTurn> {
  const url = new URL(options.url)
  const tally = new Tally(options)
  const pool = new Pool(url.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: timeoutMs,
  })
  const send = (intendedMs: number) => {
    if (tally.isOpen) tally.lateness(performance.now() - intendedMs)
    return exchange(pool, url, tally, intendedMs)
  }
  const arrivals = async (durationMs: number, startMs: number) => {
    const count = Math.max(1, Math.round((durationMs / 1000) * ratePerSecond))
    const sent: Promise<boolean>[] = []
    while (sent.length < count) {
      const intendedMs = startMs + (sent.length * 1000) / ratePerSecond
      const waitMs = intendedMs - performance.now()
      if (waitMs > 2 * SPIN_MS) await sleep(waitMs - SPIN_MS)
      else if (waitMs > 0) await nextTurnOfLoop()
      else {
        sent.push(send(intendedMs))
        // What is late is sent at once, but answers must be read in between.
        if (sent.length % CONNECTIONS === 0) await nextTurnOfLoop()
      }
    }
    // Nothing waits longer for the last of them than for any other.
    const limit = setTimeout(() => pool.destroy(), timeoutMs)
    await Promise.all(sent)
    clearTimeout(limit)
  }
  await arrivals(LEAD_IN_MS, performance.now())
  await arrivals(options.durationMs, tally.open())
  tally.end()
  await pool.destroy()
  return tally.turn()
}
