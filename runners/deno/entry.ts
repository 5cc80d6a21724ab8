import { plainClock } from '@steelyard/harness/clock'
import { type Bundle, type LineChannel, lazyContender, lineReader, serveLines } from '../serve.ts'

// Deno's own types redeclare Node's globals, so the few members used here are declared.
interface DenoFile {
  readSync(bytes: Uint8Array): number | null
  writeSync(bytes: Uint8Array): number
}
/** Made by --expose-gc. */
declare const gc: () => void
declare const Deno: {
  readonly args: readonly string[]
  readonly pid: number
  memoryUsage(): { readonly external: number }
  openSync(path: string, options: { read?: boolean; write?: boolean }): DenoFile
  exit(code: number): never
}

function openPipes(commands: string, replies: string): LineChannel {
  const input = Deno.openSync(commands, { read: true })
  const output = Deno.openSync(replies, { write: true })
  const bytes = new Uint8Array(65536)
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  return {
    readLine: lineReader(() => decoder.decode(bytes.subarray(0, input.readSync(bytes) ?? 0))),
    writeLine: text => writeAll(output, encoder.encode(`${text}\n`)),
    turn: messageTurn(),
  }
}

/** A timer of 0 ms takes almost 2 ms here; a message turns the event loop at once. */
function messageTurn(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  let resolveTurn: (() => void) | undefined
  port1.onmessage = () => resolveTurn?.()
  return () =>
    new Promise(resolve => {
      resolveTurn = resolve
      port2.postMessage(null)
    })
}

function writeAll(output: DenoFile, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += output.writeSync(bytes.subarray(written))
}

const [commands = '', replies = '', bundle = ''] = Deno.args
const clock = plainClock(() => performance.now() * 1e6)
const heap = { collect: () => gc(), externalBytes: () => Deno.memoryUsage().external }
const contender = lazyContender(() => import(bundle) as Promise<Bundle>, clock, { heap })

serveLines(openPipes(commands, replies), contender, {
  type: 'hello',
  pid: Deno.pid,
  hardwareConcurrency: navigator.hardwareConcurrency,
}).then(() => Deno.exit(0))
