import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { LimitedTurnOptions, LoadTurn } from './load-turn.ts'
import { clientOptions, exchange } from './send-request.ts'
import { Tally } from './tally.ts'

/** Before the window the connection is made, with one request at least; slow servers need no more. */
const LEAD_IN_REQUESTS = 10
const LEAD_IN_MS = 20

/** After a request that failed: a server that is gone refuses thousands a second. */
const PAUSE_MS = 20

/** Sends one request after the other over one connection. */
export async function sequentialLoad(options: LimitedTurnOptions): Promise<LoadTurn> {
  const url = new URL(options.url)
  const tally = new Tally(options)
  const client = new Client(url.origin, clientOptions(options.timeoutMs))
  const send = async () => {
    if (!(await exchange(client, url, tally, performance.now()))) await sleep(PAUSE_MS)
  }
  const leadInEndMs = performance.now() + LEAD_IN_MS
  for (let request = 0; request < LEAD_IN_REQUESTS; request++) {
    await send()
    if (performance.now() > leadInEndMs) break
  }
  const endMs = tally.open() + options.durationMs
  while (performance.now() < endMs) await send()
  tally.end()
  await client.destroy()
  return tally.turn()
}
