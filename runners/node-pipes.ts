import { openSync, readSync, writeSync } from 'node:fs'
import { NewPromise } from '@steelyard/harness/intrinsics'
import { byteChannel } from './byte-channel.ts'
import type { LineChannel } from './serve.ts'

// Kept before a suite can replace them: `module.syncBuiltinESMExports` changes what an import is bound to.
const read = readSync
const write = writeSync
const immediate = setImmediate

/** Opens the two named pipes with `node:fs`, which Node and Bun share. */
export function openPipes(commands: string, replies: string): LineChannel {
  const input = openSync(commands, 'r')
  const output = openSync(replies, 'w')
  return byteChannel({
    read: buffer => read(input, buffer),
    write: (bytes, from) => write(output, bytes, from),
    turn: () => new NewPromise(resolve => immediate(resolve)),
  })
}
