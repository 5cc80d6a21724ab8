/** What came out of a stream; the same however the bytes were cut into chunks. */
export type Tally = { readonly bytes: number; readonly checksum: number }

/**
 * Reads a stream to its end, a chunk at a time.
 *
 * @param stride one byte of this many goes into the checksum, counted from the first of the stream
 */
export async function drain(stream: ReadableStream<Uint8Array>, stride: number): Promise<Tally> {
  const reader = stream.getReader()
  let tally: Tally = { bytes: 0, checksum: 0 }
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return tally
    tally = add(tally, value, stride)
  }
}

/** Reads a byte stream to its end into one buffer of `bufferBytes`, which comes back from every read. */
export async function drainInto(
  stream: ReadableStream<Uint8Array>,
  bufferBytes: number,
  stride: number,
): Promise<Tally> {
  const reader = stream.getReader({ mode: 'byob' })
  let buffer = new ArrayBuffer(bufferBytes)
  let tally: Tally = { bytes: 0, checksum: 0 }
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer))
    if (done || !value) return tally
    tally = add(tally, value, stride)
    buffer = value.buffer as ArrayBuffer
  }
}

function add({ bytes, checksum }: Tally, chunk: Uint8Array, stride: number): Tally {
  const skipped = (stride - (bytes % stride)) % stride
  let sum = checksum
  for (let i = skipped; i < chunk.byteLength; i += stride) sum = (Math.imul(sum, 31) + (chunk[i] ?? 0)) | 0
  return { bytes: bytes + chunk.byteLength, checksum: sum }
}

/** Returns the tally that reading these chunks must give, without a stream. */
export function tallyOf(chunks: readonly Uint8Array[], stride: number): Tally {
  let bytes = 0
  let checksum = 0
  for (const chunk of chunks) {
    for (const byte of chunk) {
      if (bytes % stride === 0) checksum = (Math.imul(checksum, 31) + byte) | 0
      bytes++
    }
  }
  return { bytes, checksum }
}
