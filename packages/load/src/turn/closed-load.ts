import { ClosedConnection } from './closed-connection.ts'
import type { LimitedTurnOptions, LoadTurn } from './load-turn.ts'
import { Tally } from './tally.ts'

const CONNECTIONS = 100
const PIPELINING = { heavy: 10, moderate: 1 }

/** Connections of earlier turns of this process. */
const kept = new Map<string, readonly ClosedConnection[]>()

/**
 * Sends as fast as responses come, over 100 connections that are kept from turn to turn. Each new one first gets one
 * response; only then all are loaded together. A server that accepts one connection per round of its event loop, as Node
 * does, would otherwise answer thousands of requests on the earlier ones before it accepts the last one.
 *
 * The window goes from the first request of the load to the last response, with none under way at either edge: the work
 * sent in it is the work done in it.
 */
export async function closedLoad(options: LimitedTurnOptions, kind: 'heavy' | 'moderate'): Promise<LoadTurn> {
  const { timeoutMs } = options
  const tally = new Tally(options)
  const url = new URL(options.url)
  const key = `${options.url} ${timeoutMs}`
  const connections =
    kept.get(key) ?? Array.from({ length: CONNECTIONS }, () => new ClosedConnection(url, timeoutMs, tally))
  kept.set(key, connections)
  await Promise.all(connections.map(one => one.open(tally)))
  const endMs = tally.open() + options.durationMs
  await Promise.all(connections.map(one => one.load(PIPELINING[kind], endMs)))
  // A request that times out seconds later says nothing about how fast the others were answered.
  tally.end(Math.max(endMs, tally.lastResponseMs))
  return tally.turn()
}
