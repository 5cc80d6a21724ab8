import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { suite } from 'steelyard'
import { seeded } from '../inputs/seeded.ts'
import { drain, type Tally, tallyOf } from '../inputs/tally.ts'

/** The response of the claim: 5 MB, collected in chunks of 2 KB. */
const CHUNKS = 2560
const CHUNK_BYTES = 2048
/** Prime, so that the checksum reaches every position of a chunk, and large, so that it costs little. */
const STRIDE = 1021

/** A response as a renderer has collected it. */
interface Collected {
  readonly chunks: readonly Buffer[]
}

const NO_FROM = {
  'node@<20.6': 'has no ReadableStream.from',
  'bun@<1.4': 'has no ReadableStream.from',
  'workerd@<1.20240329': 'has no ReadableStream.from',
}

export default suite({
  name: 'stream-adapters',
  question: 'What do needless stream adapters and copies cost on the way out of a 5 MB response?',
  tags: ['streams', 'bytes'],
  setup: (): Collected => ({ chunks: responseChunks() }),
  baseline: 'from-chunks',
  cases: {
    'from-chunks': ({ chunks }) => drain(ReadableStream.from(chunks), STRIDE),
    'concat-readable-to-web': response => drain(webStream(Readable.from(getBody(response))), STRIDE),
    enqueue: ({ chunks }) =>
      drain(
        pulled(chunks, chunk => chunk),
        STRIDE,
      ),
    'pipe-through-identity': ({ chunks }) =>
      drain(ReadableStream.from(chunks).pipeThrough(new TransformStream<Uint8Array, Uint8Array>()), STRIDE),
    'copy-each-chunk': ({ chunks }) =>
      drain(
        pulled(chunks, chunk => new Uint8Array(chunk)),
        STRIDE,
      ),
    tee: ({ chunks }) => {
      const [left, right] = ReadableStream.from(chunks).tee()
      return Promise.all([drain(left, STRIDE), drain(right, STRIDE)])
    },
  },
  expected: ({ chunks }, caseId): Tally | readonly Tally[] => {
    const tally = tallyOf(chunks, STRIDE)
    return caseId === 'tee' ? [tally, tally] : tally
  },
  unsupported: {
    'from-chunks': NO_FROM,
    'pipe-through-identity': NO_FROM,
    tee: NO_FROM,
  },
})

/** Joins the chunks again on every call, like the method of this name in the claim. */
function getBody({ chunks }: Collected): Buffer {
  return Buffer.concat(chunks)
}

/** Readable.toWeb, typed as the global that it returns. */
function webStream(readable: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(readable) as ReadableStream<Uint8Array>
}

/** Returns a stream that hands out one chunk a pull, each as `handOver` returns it. */
function pulled(
  chunks: readonly Uint8Array[],
  handOver: (chunk: Uint8Array) => Uint8Array,
): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(handOver(chunks[next++] as Uint8Array))
      if (next === chunks.length) controller.close()
    },
  })
}

/** Returns chunks of one random pattern, each marked with its number. */
function responseChunks(): readonly Buffer[] {
  const random = seeded(CHUNK_BYTES)
  const pattern = new Uint8Array(CHUNK_BYTES).map(() => random() * 256)
  return Array.from({ length: CHUNKS }, (_, index) => {
    const chunk = Buffer.from(pattern)
    chunk.writeUInt32LE(index)
    return chunk
  })
}
