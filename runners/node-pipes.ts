import { openSync, readSync, writeSync } from 'node:fs'
import { type LineChannel, lineReader } from './serve.ts'

/** Opens the two named pipes with `node:fs`, which Node and Bun share. */
export function openPipes(commands: string, replies: string): LineChannel {
  const input = openSync(commands, 'r')
  const output = openSync(replies, 'w')
  const bytes = Buffer.alloc(65536)
  return {
    readLine: lineReader(() => bytes.toString('utf8', 0, readSync(input, bytes))),
    writeLine: text => writeAll(output, Buffer.from(`${text}\n`)),
    turn: () => new Promise(resolve => setImmediate(resolve)),
  }
}

/** A pipe takes 64 KB at a time; a long reply needs several writes. */
function writeAll(output: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(output, bytes, written)
}
