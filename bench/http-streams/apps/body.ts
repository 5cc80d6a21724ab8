import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { seeded } from '../../inputs/seeded.ts'

/** A response as a renderer has collected it: all its chunks. */
type Chunk = Uint8Array<ArrayBuffer>
type Chunks = readonly Chunk[]
type Body = ConstructorParameters<typeof Response>[0]

/** What the runtime gets to drain. The last two are no streams by then. */
const BODIES: Readonly<Record<string, (chunks: Chunks) => Body | Promise<Body>>> = {
  value: chunks => pulled(chunks),
  'value-hwm-4096': chunks =>
    pulled(chunks, new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK })),
  bytes: chunks => new ReadableStream({ type: 'bytes', ...source(chunks, copied) }),
  'bytes-hwm-4096': chunks =>
    new ReadableStream({ type: 'bytes', ...source(chunks, copied) }, { highWaterMark: HIGH_WATER_MARK }),
  'from-chunks': chunks => ReadableStream.from(chunks),
  'concat-to-web': chunks => Readable.toWeb(Readable.from(Buffer.concat(chunks))) as ReadableStream,
  'copy-each-chunk': chunks => new ReadableStream(source(chunks, copied)),
  'pipe-through': chunks => pulled(chunks).pipeThrough(new TransformStream()),
  'read-first': chunks => new Response(pulled(chunks)).arrayBuffer(),
  whole: chunks => Buffer.concat(chunks),
}

const HIGH_WATER_MARK = 4096

export default ({ size, chunk }: { readonly size: number; readonly chunk: number }) => {
  const random = seeded(chunk)
  const pattern = new Uint8Array(chunk).map(() => random() * 256)
  const chunks = Array.from({ length: size / chunk }, () => pattern.slice())
  const body = BODIES[process.env.BODY ?? 'value']
  if (body === undefined) throw new RangeError(`There is no body ${process.env.BODY}.`)
  return { fetch: async () => new Response(await body(chunks)) }
}

function pulled(chunks: Chunks, strategy?: QueuingStrategy<Chunk>): ReadableStream<Chunk> {
  return new ReadableStream(source(chunks), strategy)
}

/** A byte stream takes the buffer of each chunk for good, so that it needs copies. */
function copied(chunk: Chunk): Chunk {
  return new Uint8Array(chunk)
}

/** Hands out one chunk a pull. */
function source(chunks: Chunks, handOver = (chunk: Chunk) => chunk) {
  let next = 0
  return {
    pull(controller: { enqueue(chunk: Chunk): void; close(): void }) {
      controller.enqueue(handOver(chunks[next++] as Chunk))
      if (next === chunks.length) controller.close()
    },
  }
}
