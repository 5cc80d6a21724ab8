import { createHash } from 'node:crypto'
import { openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { NewPromise, uncurried } from '@steelyard/harness/intrinsics'
import { type LineChannel, lineReader } from './serve.ts'

// Kept before a suite can replace them: `module.syncBuiltinESMExports` changes what an import is bound to.
const read = readSync
const write = writeSync
const immediate = setImmediate
const Bytes = Uint8Array
const decode = uncurried(TextDecoder.prototype.decode)
const encode = uncurried(TextEncoder.prototype.encode)

/** Opens the two named pipes with `node:fs`, which Node and Bun share. */
export function openPipes(commands: string, replies: string): LineChannel {
  const input = openSync(commands, 'r')
  const output = openSync(replies, 'w')
  const memory = new ArrayBuffer(65536)
  const bytes = new Bytes(memory)
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  return {
    readLine: lineReader(() => decode(decoder, new Bytes(memory, 0, read(input, bytes)), { stream: true })),
    writeLine: text => writeAll(output, encode(encoder, `${text}\n`)),
    turn: () => new NewPromise(resolve => immediate(resolve)),
  }
}

export function fileSha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** A pipe takes 64 KB at a time; a long reply needs several writes. */
function writeAll(output: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += write(output, bytes, written)
}
