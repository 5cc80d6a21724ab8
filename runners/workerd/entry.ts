import { tickingClock } from '@steelyard/harness/clock'
import type { Command, Reply } from '@steelyard/harness/protocol'
import { type Bundle, lazyContender } from '../serve.ts'

// The workerd types redeclare Node's globals, so the few members used here are declared.
interface ServerSocket {
  accept(): void
  send(text: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: string }) => void): void
}
declare const WebSocketPair: new () => { readonly 0: unknown; readonly 1: ServerSocket }

/** Made by --expose-gc. */
declare const gc: () => void

// Whole milliseconds are all that a worker gets to see.
const clock = tickingClock(() => Date.now() * 1e6, 1e6)

const bundle = './bundle.mjs'

// Its process.memoryUsage tells zeros only.
const heap = { collect: () => gc(), externalBytes: () => null }

/**
 * The whole launch happens inside one request, kept open by a web socket: what setup makes may be used by every
 * batch, which workerd forbids across requests, and a message costs half the CPU time of a request.
 */
function serveSocket(socket: ServerSocket): void {
  const contender = lazyContender(() => import(bundle) as Promise<Bundle>, clock, { heap })
  const hello: Reply = { type: 'hello', pid: null, hardwareConcurrency: navigator.hardwareConcurrency }
  socket.accept()
  socket.addEventListener('message', async ({ data }) => {
    socket.send(JSON.stringify(await contender(JSON.parse(data) as Command)))
  })
  socket.send(JSON.stringify(hello))
}

export default {
  fetch(): Response {
    const pair = new WebSocketPair()
    serveSocket(pair[1])
    return new Response(null, { status: 101, webSocket: pair[0] } as ResponseInit)
  },
}
