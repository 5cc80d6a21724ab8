import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type AutocannonClient } from 'autocannon'
import type { AnswerBody } from './answer-check.ts'
import type { LoadTurn, LoadTurnOptions } from './load-turn.ts'
import { Tally } from './tally.ts'

const CONNECTIONS = 100
const PIPELINING = { heavy: 10, moderate: 1 }

/** Before the window opens, at least: connections were made, buffers have grown. */
const LEAD_IN_MS = 50

/** A connection that failed is made anew after so long; autocannon would try again at once, for ever. */
const RECONNECT_MS = 20

const POLL_MS = 2

/**
 * Sends as fast as answers come, over 100 connections, with autocannon. Its clients are told three things that it has no
 * option for: bodies are counted in bytes (it would join them as text); what was under way on a connection that
 * broke is counted as lost (it would take the next answer for that of an old request); and at the end nothing
 * more is sent while what is under way is answered (it would cut the connections).
 */
export async function closedLoad(options: LoadTurnOptions, kind: 'heavy' | 'moderate', timeoutMs: number) {
  const tally = new Tally(options)
  const clients: ClosedClient[] = []
  const load = autocannon({
    url: options.url,
    connections: CONNECTIONS,
    pipelining: PIPELINING[kind],
    // It is stopped, never run out.
    duration: 24 * 60 * 60,
    sampleInt: 10,
    setupClient: client => clients.push(new ClosedClient(client, tally, timeoutMs)),
  })
  const startedMs = performance.now()
  await sleep(LEAD_IN_MS)
  await until(() => clients.every(({ settled }) => settled), startedMs + timeoutMs)
  const openedMs = tally.open()
  await passed(openedMs + options.durationMs)
  tally.end()
  for (const client of clients) client.sendNoMore()
  await until(() => clients.every(({ underWay }) => underWay === 0), performance.now() + timeoutMs)
  for (const client of clients) client.close()
  load.stop()
  await load
  return tally.turn() satisfies LoadTurn
}

/** Resolves at a moment of `performance.now()` or after it; timers may fire up to 1 ms early. */
async function passed(atMs: number): Promise<void> {
  for (let leftMs = atMs - performance.now(); leftMs > 0; leftMs = atMs - performance.now())
    await sleep(leftMs)
}

async function until(isTrue: () => boolean, limitMs: number): Promise<void> {
  while (!isTrue() && performance.now() < limitMs) await sleep(POLL_MS)
}

/** One connection. */
class ClosedClient {
  /** Whether it has had an answer, or a fault in place of one. */
  settled = false
  readonly #client: AutocannonClient
  readonly #tally: Tally
  #body: AnswerBody
  #error: Error | null = null
  #ending = false

  constructor(client: AutocannonClient, tally: Tally, timeoutMs: number) {
    this.#client = client
    this.#tally = tally
    this.#body = tally.check.begin()
    // Its option takes whole seconds.
    client.timeout = timeoutMs
    client.pipelinedRequests.addBody = bytes => this.#body.add(bytes)
    client.on('response', (status, _bytes, durationMs) => this.#answered(status, durationMs))
    client.on('connError', error => {
      this.#error = error
    })
    client.on('timeout', () => this.#timedOut(timeoutMs))
    const connect = client._connect.bind(client)
    let connected = false
    client._connect = () => {
      if (!connected) connect()
      else this.#reconnect(connect)
      connected = true
    }
  }

  get underWay(): number {
    return this.#client.pipelinedRequests.size()
  }

  sendNoMore(): void {
    this.#ending = true
    this.#client._doRequest = () => {}
  }

  close(): void {
    this.#client.destroy()
  }

  #answered(status: number, durationMs: number): void {
    this.settled = true
    if (this.#tally.isOpen) this.#tally.answer(status, durationMs)
    this.#tally.check.end(status, this.#body)
    this.#body = this.#tally.check.begin()
  }

  #timedOut(timeoutMs: number): void {
    this.settled = true
    this.#tally.faults.add('timeout', `after ${timeoutMs / 1000} s`)
    if (this.#tally.isOpen) this.#tally.gaveUp(timeoutMs)
  }

  /** The connection broke, and every request that was under way on it is lost. */
  #reconnect(connect: () => void): void {
    this.settled = true
    for (let lost = this.underWay; lost > 0; lost--) {
      if (this.#error) this.#tally.faults.addError(this.#error)
      else this.#tally.faults.add('reset', 'the connection ended')
    }
    this.#error = null
    this.#client.pipelinedRequests.clear()
    this.#client.parser.reinitialize('RESPONSE')
    this.#body = this.#tally.check.begin()
    if (this.#ending) return
    setTimeout(() => {
      if (!this.#ending) connect()
    }, RECONNECT_MS)
  }
}
