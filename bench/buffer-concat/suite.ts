import { Buffer } from 'node:buffer'
import { suite } from 'steelyard'
import { seeded } from '../inputs/seeded.ts'

/** Chunks of a body, as a server collects them. */
interface Body {
  readonly chunks: readonly Buffer[]
  /** The sum of their lengths. */
  readonly bytes: number
}

export default suite({
  name: 'buffer-concat',
  question: 'What does joining buffers cost, and what when only their total length is wanted?',
  tags: ['bytes'],
  params: { chunks: [10, 1000], size: [2048, 16, 65536] },
  setup: ({ chunks, size }): Body => ({ chunks: bodyChunks(chunks, size), bytes: chunks * size }),
  baseline: 'sum-length',
  cases: {
    'sum-length': ({ chunks }) => {
      let bytes = 0
      for (const chunk of chunks) bytes += chunk.length
      return bytes
    },
    'concat-length': body => getBody(body).length,
    concat: body => getBody(body),
    'concat-known-length': ({ chunks, bytes }) => Buffer.concat(chunks, bytes),
    'set-preallocated': ({ chunks, bytes }) => {
      const joined = new Uint8Array(bytes)
      let offset = 0
      for (const chunk of chunks) {
        joined.set(chunk, offset)
        offset += chunk.length
      }
      return joined
    },
    'blob-array-buffer': ({ chunks }) => new Blob(chunks as Buffer<ArrayBuffer>[]).arrayBuffer(),
    'allocate-50x2048': () => fifty(() => Buffer.alloc(2048)),
    'allocate-unsafe-50x2048': () => fifty(() => Buffer.allocUnsafe(2048)),
  },
  verify: (value: number | ArrayBuffer | Uint8Array | Buffer[]) => {
    if (typeof value === 'number') return value
    if (Array.isArray(value)) return { buffers: value.length, bytes: value.map(({ length }) => length) }
    return fingerprint([value instanceof ArrayBuffer ? new Uint8Array(value) : value])
  },
  expected: ({ chunks, bytes }, caseId) => {
    if (caseId.endsWith('-length') && caseId !== 'concat-known-length') return bytes
    if (caseId.startsWith('allocate')) return { buffers: 50, bytes: Array(50).fill(2048) }
    return fingerprint(chunks)
  },
})

/** Joins the chunks again on every call, like the method of this name in the claim. */
function getBody({ chunks }: Body): Buffer {
  return Buffer.concat(chunks)
}

function fifty(allocate: () => Buffer): readonly Buffer[] {
  const buffers: Buffer[] = []
  for (let i = 0; i < 50; i++) buffers.push(allocate())
  return buffers
}

/** Returns chunks of one random pattern, each marked with its number in the first and the last byte. */
function bodyChunks(count: number, size: number): readonly Buffer[] {
  const random = seeded(size)
  const pattern = new Uint8Array(size).map(() => random() * 256)
  return Array.from({ length: count }, (_, index) => {
    const chunk = Buffer.from(pattern)
    chunk[0] = index
    chunk[size - 1] = index >>> 8
    return chunk
  })
}

/** Returns the number of bytes and a checksum over them, however they are cut; of large bodies over every 61st. */
function fingerprint(pieces: readonly Uint8Array[]): { bytes: number; checksum: number } {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const stride = bytes > 2 ** 20 ? 61 : 1
  let checksum = 0
  let next = 0
  for (const piece of pieces) {
    for (; next < piece.length; next += stride) checksum = (Math.imul(checksum, 31) + (piece[next] ?? 0)) | 0
    next -= piece.length
  }
  return { bytes, checksum }
}
