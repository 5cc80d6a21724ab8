import { plainClock } from '@steelyard/harness/clock'
import { NewPromise, uncurried } from '@steelyard/harness/intrinsics'
import { type Bundle, hexText, type LineChannel, lazyContender, lineReader, serveLines } from '../serve.ts'
import { sessionProfiler } from '../session-profiler.ts'

/** Made by --expose-gc. */
declare const gc: () => void

// Kept before a suite can replace them.
const Bytes = Uint8Array
const decode = uncurried(TextDecoder.prototype.decode)
const encode = uncurried(TextEncoder.prototype.encode)
const post = uncurried(MessagePort.prototype.postMessage as (this: MessagePort, message: null) => void)

function openPipes(commands: string, replies: string): LineChannel {
  const input = Deno.openSync(commands, { read: true })
  const output = Deno.openSync(replies, { write: true })
  const read = uncurried(input.readSync)
  const write = uncurried(output.writeSync)
  const memory = new ArrayBuffer(65536)
  const bytes = new Bytes(memory)
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const writeAll = (all: Uint8Array<ArrayBuffer>) => {
    for (let written = 0; written < all.length; ) {
      written += write(output, new Bytes(all.buffer, all.byteOffset + written, all.length - written))
    }
  }
  return {
    readLine: lineReader(() =>
      decode(decoder, new Bytes(memory, 0, read(input, bytes) ?? 0), { stream: true }),
    ),
    writeLine: text => writeAll(encode(encoder, `${text}\n`)),
    turn: messageTurn(),
  }
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

async function sha256Of(file: string): Promise<string> {
  return hexText(await crypto.subtle.digest('SHA-256', Deno.readFileSync(file)))
}

const [commands = '', replies = '', bundle = ''] = Deno.args
const now = uncurried(performance.now)
const timer = performance
const clock = plainClock(() => now(timer) * 1e6)
const heap = { collect: () => gc(), externalBytes: () => Deno.memoryUsage().external }
const source = {
  sha256: () => sha256Of(new URL(bundle).pathname),
  load: () => import(bundle) as Promise<Bundle>,
}
const contender = lazyContender(source, clock, { heap, profiler: sessionProfiler() })

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: Deno.pid,
  hardwareConcurrency: navigator.hardwareConcurrency,
}).then(() => Deno.exit(0))
