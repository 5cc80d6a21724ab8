import { tickingClock } from '@steelyard/harness/clock'
import { getOwnPropertyDescriptor, uncurried } from '@steelyard/harness/intrinsics'
import { jsonText } from '@steelyard/harness/json-text'
import type { Reply } from '@steelyard/harness/protocol'
import { type Bundle, lazyContender, replyToLine } from '../serve.ts'

/** Made by --expose-gc. */
declare const gc: () => void

// A worker's clock has whole milliseconds.
const { now } = Date
const clock = tickingClock(() => now() * 1e6, 1e6)

// Kept before a suite can replace them.
const send = uncurried(WebSocket.prototype.send)
const inheritedData = getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get as
  | ((this: MessageEvent) => string)
  | undefined
// Today each event has data of its own, which nothing inherited can stand in for.
const dataOf = inheritedData ? uncurried(inheritedData) : ({ data }: MessageEvent): string => data

// A name that is not bundled, see config.ts.
const bundle = './bundle.mjs'
const load = () => import(bundle) as Promise<Bundle>

// process.memoryUsage of workerd reports only zeros.
const heap = { collect: () => gc(), externalBytes: () => null }

/**
 * The whole launch happens inside one request, kept open by a web socket: every batch may use the objects of setup, which
 * workerd forbids across requests, and a message costs half the CPU time of a request.
 */
function serveSocket(socket: WebSocket): void {
  const contender = lazyContender(load, clock, { heap })
  // Releases before May 2025 do not have it.
  const hardwareConcurrency = navigator.hardwareConcurrency ?? null
  const hello: Reply = { type: 'hello', pid: null, hardwareConcurrency }
  socket.accept()
  socket.addEventListener('message', event =>
    replyToLine(dataOf(event), contender, line => send(socket, line)),
  )
  send(socket, jsonText(hello))
}

export default {
  fetch(): Response {
    const pair = new WebSocketPair()
    serveSocket(pair[1])
    return new Response(null, { status: 101, webSocket: pair[0] })
  },
}
