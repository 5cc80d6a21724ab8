// Not undici: for a request of heavy load it takes four times the CPU time (docs/lab-notes.md, HTTP clients), and would be
// the limit of servers that autocannon can load fully.
import { urlToHttpOptions } from 'node:url'
import AutocannonClient from 'autocannon/lib/httpClient.js'
import type { ResponseBody } from '../checks/response-check.ts'
import type { Tally } from './tally.ts'

/** Wait before a connection that failed under load is reopened; without it thousands would fail per second. */
const RECONNECT_MS = 20

/** What a connection is doing; `done` is called once. */
type Phase =
  | { readonly kind: 'resting' }
  /** Waits until one request was answered or failed. */
  | { readonly kind: 'opening'; readonly done: () => void }
  /** Sends on until `endMs` (of `performance.now()`), and awaits what is under way then. */
  | { readonly kind: 'loaded'; readonly depth: number; readonly endMs: number; readonly done: () => void }

const RESTING: Phase = { kind: 'resting' }

/**
 * One connection, kept from turn to turn. It changes four things in autocannon's client that have no option: when to
 * send; bodies are counted in bytes (it would join them as text); requests under way on a broken connection are lost (it
 * would match the next response with an old request); an idle connection that breaks is reopened when it is needed.
 */
export class ClosedConnection {
  readonly #url: URL
  readonly #timeoutMs: number
  #client: AutocannonClient | null = null
  #connect = () => {}
  #tally: Tally
  #body: ResponseBody
  #phase: Phase = RESTING
  #underWay = 0
  /** Number of requests sent when the load began that are not answered yet. */
  #firstLeft = 0
  /** Whether it is open, as far as is known. */
  #isOpen = false
  /** Whether it was opened in an earlier turn and got no response in this one: the server may have closed it by now. */
  #isUntried = false
  #error: Error | null = null

  constructor(url: URL, timeoutMs: number, tally: Tally) {
    this.#url = url
    this.#timeoutMs = timeoutMs
    this.#tally = tally
    this.#body = tally.check.begin()
  }

  /** Begins a turn. Where it is not open it connects and sends one request; faults are counted in `tally`. */
  async open(tally: Tally): Promise<void> {
    this.#tally = tally
    this.#body = tally.check.begin()
    this.#isUntried = this.#isOpen
    if (this.#isOpen) return
    await new Promise<void>(done => {
      this.#phase = { kind: 'opening', done }
      this.#reconnect()
    })
  }

  /** Keeps `depth` requests under way until `endMs`, then resolves with the last response. */
  load(depth: number, endMs: number): Promise<void> {
    return new Promise(done => {
      this.#phase = { kind: 'loaded', depth, endMs, done }
      this.#firstLeft = depth
      this.#resume()
    })
  }

  #resume(): void {
    if (!this.#isOpen && this.#maySend()) this.#reconnect()
    while (this.#maySend()) this.#client?._doRequest()
    this.#restIfDone()
  }

  #maySend(): boolean {
    const phase = this.#phase
    if (phase.kind === 'opening') return this.#underWay === 0
    if (phase.kind === 'loaded') return this.#underWay < phase.depth && performance.now() < phase.endMs
    return false
  }

  #reconnect(): void {
    this.#isOpen = true
    if (this.#client !== null) this.#connect()
    else {
      this.#client = new AutocannonClient({
        ...urlToHttpOptions(this.#url),
        host: this.#url.host,
        method: 'GET',
        pipelining: 1,
        // The client connects before its constructor returns.
        setupClient: client => this.#setUp(client),
      })
    }
  }

  #setUp(client: AutocannonClient): void {
    // The option of the client takes whole seconds.
    client.timeout = this.#timeoutMs
    const send = client._doRequest.bind(client)
    client._doRequest = () => {
      if (this.#maySend()) {
        this.#underWay++
        send()
      } else this.#restIfDone()
    }
    client.pipelinedRequests.addBody = bytes => this.#body.add(bytes)
    client.on('response', (status, _bytes, durationMs) => this.#answered(status, durationMs))
    client.on('connError', error => {
      this.#error = error
    })
    this.#connect = client._connect.bind(client)
    let isFirst = true
    client._connect = () => {
      if (isFirst) this.#connect()
      else this.#lost(client)
      isFirst = false
    }
  }

  #answered(status: number, durationMs: number): void {
    this.#underWay--
    this.#isUntried = false
    if (this.#tally.isOpen) {
      this.#tally.response(status)
      if (this.#firstLeft > 0) this.#tally.firstLatency(durationMs)
      else this.#tally.latency(durationMs)
      this.#firstLeft--
    }
    this.#tally.check.end(status, this.#body)
    this.#body = this.#tally.check.begin()
    this.#restIfDone()
  }

  /** Ends the phase when nothing is under way and nothing more is to be sent. */
  #restIfDone(): void {
    const phase = this.#phase
    if (phase.kind === 'resting' || this.#underWay > 0) return
    if (phase.kind === 'loaded' && performance.now() < phase.endMs) return
    this.#phase = RESTING
    phase.done()
  }

  /** The connection broke, or waited too long, and what was under way on it is lost. */
  #lost(client: AutocannonClient): void {
    const error = this.#error
    const isTimeout = error === null && client.conn.destroyed
    const mayHaveBeenClosed = this.#isUntried && !isTimeout
    const lost = this.#underWay
    this.#error = null
    this.#underWay = 0
    this.#isOpen = false
    this.#isUntried = false
    client._destroyConnection()
    client.parser.reinitialize('RESPONSE')
    // Servers close connections that were idle for seconds, whatever is on its way to them.
    if (mayHaveBeenClosed && this.#phase.kind === 'loaded') {
      this.#body = this.#tally.check.begin()
      this.#resume()
      return
    }
    for (let count = 0; count < lost; count++) this.#countLost(error, isTimeout)
    this.#body = this.#tally.check.begin()
    if (this.#phase.kind === 'loaded') setTimeout(() => this.#resume(), RECONNECT_MS)
    else this.#restIfDone()
  }

  #countLost(error: Error | null, isTimeout: boolean): void {
    const { faults } = this.#tally
    if (error) faults.addError(error)
    else if (!isTimeout) faults.add('reset', 'the connection ended')
    else {
      faults.add('timeout', `after ${this.#timeoutMs / 1000} s`)
      if (this.#tally.isOpen) this.#tally.latency(this.#timeoutMs)
    }
  }
}
