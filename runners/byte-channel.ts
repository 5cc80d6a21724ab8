import { uncurried } from '@steelyard/harness/intrinsics'
import { type LineChannel, lineReader } from './serve.ts'

// Kept before a suite can replace them.
const Bytes = Uint8Array
const decode = uncurried(TextDecoder.prototype.decode)
const encode = uncurried(TextEncoder.prototype.encode)

/** Two named pipes, as a runtime reads and writes them. */
interface Pipes extends Pick<LineChannel, 'turn'> {
  /** Blocks until there are bytes, and returns how many it has put into the buffer; 0 at the end. */
  read(buffer: Uint8Array<ArrayBuffer>): number
  /** Writes bytes from an index on, and returns how many it has written. */
  write(bytes: Uint8Array<ArrayBuffer>, from: number): number
}

/** Returns the lines that go over two named pipes. */
export function byteChannel({ read, write, turn }: Pipes): LineChannel {
  const memory = new ArrayBuffer(65536)
  const buffer = new Bytes(memory)
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  return {
    readLine: lineReader(() => decode(decoder, new Bytes(memory, 0, read(buffer)), { stream: true })),
    // A pipe takes 64 KB at a time; a long reply needs several writes.
    writeLine(text) {
      const bytes = encode(encoder, `${text}\n`)
      for (let written = 0; written < bytes.length; ) written += write(bytes, written)
    },
    turn,
  }
}
