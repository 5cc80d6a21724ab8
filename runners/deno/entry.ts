import { plainClock } from '@steelyard/harness/clock'
import { NewPromise, uncurried } from '@steelyard/harness/intrinsics'
import { byteChannel } from '../byte-channel.ts'
import { type Bundle, type LineChannel, lazyContender, serveLines } from '../serve.ts'
import { sessionProfiler } from '../session-profiler.ts'

/** Made by --expose-gc. */
declare const gc: () => void

// Kept before a suite can replace them.
const Bytes = Uint8Array
const post = uncurried(MessagePort.prototype.postMessage as (this: MessagePort, message: null) => void)

function openPipes(commands: string, replies: string): LineChannel {
  const input = Deno.openSync(commands, { read: true })
  const output = Deno.openSync(replies, { write: true })
  const read = uncurried(input.readSync)
  const write = uncurried(output.writeSync)
  return byteChannel({
    read: buffer => read(input, buffer) ?? 0,
    write: ({ buffer, byteOffset, length }, from) =>
      write(output, new Bytes(buffer, byteOffset + from, length - from)),
    turn: messageTurn(),
  })
}

/** A timer of 0 ms takes almost 2 ms here; a message turns the event loop at once. */
function messageTurn(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  let resolveTurn: (() => void) | undefined
  port1.onmessage = () => resolveTurn?.()
  return () =>
    new NewPromise(resolve => {
      resolveTurn = resolve
      post(port2, null)
    })
}

const [commands = '', replies = '', bundle = ''] = Deno.args
const now = uncurried(performance.now)
const timer = performance
const clock = plainClock(() => now(timer) * 1e6)
const heap = { collect: () => gc(), externalBytes: () => Deno.memoryUsage().external }
const load = () => import(bundle) as Promise<Bundle>
const contender = lazyContender(load, clock, { heap, profiler: sessionProfiler() })

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: Deno.pid,
  hardwareConcurrency: navigator.hardwareConcurrency,
}).then(() => Deno.exit(0))
