import { ClosedConnection } from './closed-connection.ts'
import type { LoadTurn, LoadTurnOptions } from './load-turn.ts'
import { Tally } from './tally.ts'

const CONNECTIONS = 100
const PIPELINING = { heavy: 10, moderate: 1 }

/**
 * Sends as fast as answers come, over 100 connections that are kept from turn to turn. A new one first has one request
 * answered, and only then all are loaded together: a server that takes one new connection in each round of its event
 * loop, as Node does, would answer thousands of requests on those that it has before it takes the last one.
 *
 * The window goes from the first request of the load, with none under way, to the last answer, with none under way: what
 * the server was given in it is what it did in it.
 */
export class ClosedLoad {
  readonly #connections = new Map<string, readonly ClosedConnection[]>()

  async turn(options: LoadTurnOptions, kind: 'heavy' | 'moderate', timeoutMs: number): Promise<LoadTurn> {
    const tally = new Tally(options)
    const connections = this.#connectionsTo(options.url, timeoutMs, tally)
    await Promise.all(connections.map(one => one.open(tally)))
    const endMs = tally.open() + options.durationMs
    await Promise.all(connections.map(one => one.load(PIPELINING[kind], endMs)))
    // A request that is given up after that, seconds later, says nothing of how fast the others were answered.
    tally.end(Math.max(endMs, tally.lastAnswerMs))
    return tally.turn()
  }

  #connectionsTo(address: string, timeoutMs: number, tally: Tally): readonly ClosedConnection[] {
    const key = `${address} ${timeoutMs}`
    const url = new URL(address)
    const connections =
      this.#connections.get(key) ??
      Array.from({ length: CONNECTIONS }, () => new ClosedConnection(url, timeoutMs, tally))
    this.#connections.set(key, connections)
    return connections
  }
}
