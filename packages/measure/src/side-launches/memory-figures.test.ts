import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Collection } from '@steelyard/runners'
import { type HeapWindow, memoryOf } from './memory-figures.ts'

function collection(fields: Partial<Collection>): Collection {
  return {
    kind: 'minor',
    pausesNs: [1e6],
    mainOutsideNs: 0,
    beforeBytes: null,
    afterBytes: 0,
    allocatedBytes: null,
    ...fields,
  }
}

const BY_SIZES: HeapWindow = {
  counts: 'heap',
  iterationsPerChunk: 100,
  chunks: [
    [collection({ beforeBytes: 5000, afterBytes: 1000 })],
    [],
    [
      collection({ beforeBytes: 7000, afterBytes: 2000 }),
      collection({
        kind: 'full',
        pausesNs: [3e6, 1e6],
        mainOutsideNs: 1e6,
        beforeBytes: 3000,
        afterBytes: 500,
      }),
    ],
  ],
  first: collection({ kind: 'full', afterBytes: 400 }),
  last: [collection({ kind: 'full', beforeBytes: 2500, afterBytes: 450 })],
  external: { bytesPerIteration: [100, 100, 160] },
  cpuNs: 100e6,
  mainCpuNs: 80e6,
  waitedNs: 1e6,
  hasRoom: true,
}

/** A cycle of 8,000 bytes ends in every fourth of 40 chunks. */
const BY_REQUESTS: HeapWindow = {
  ...BY_SIZES,
  counts: 'all',
  chunks: Array.from({ length: 40 }, (_, chunk) =>
    chunk % 4 === 3 ? [collection({ allocatedBytes: 8000 })] : [],
  ),
}

test('memoryOf adds up what the heap grew by between collections', () => {
  const grown = 5000 - 400 + (7000 - 1000) + (3000 - 2000) + (2500 - 500)
  const memory = memoryOf(BY_SIZES)
  assert.equal(memory.iterations, 300)
  assert.equal(memory.bytesPerIteration, grown / 300)
  assert.equal(memory.heapAfterFullBytes, 450)
  assert.deepEqual(memory.minor, { count: 2, pauseTotalNs: 2e6, pauseLongestNs: 1e6 })
  assert.deepEqual(memory.full, { count: 1, pauseTotalNs: 4e6, pauseLongestNs: 3e6 })
  assert.equal(memory.externalBytesPerIteration, 120)
  assert.deepEqual(memory.missing, {})
})

test('memoryOf gives the pauses and the helper threads as shares of the CPU time', () => {
  const share = memoryOf(BY_SIZES).cpuShare
  assert.ok(Math.abs((share?.collectorMain ?? 0) - 0.07) < 1e-12)
  assert.ok(Math.abs((share?.helperThreads ?? 0) - 0.2) < 1e-12)
})

test('memoryOf reports pauses that hold the time of others, and gives no share of CPU time', () => {
  const busy = memoryOf({ ...BY_SIZES, waitedNs: 20e6 })
  assert.equal(busy.cpuShare, null)
  assert.deepEqual(busy.missing.pauses, busy.missing.cpuShare)
  assert.deepEqual(busy.missing.cpuShare, { code: 'main-thread-waited', waitedShare: 0.25 })
  const oneCore = memoryOf({ ...BY_SIZES, hasRoom: false })
  assert.deepEqual([oneCore.cpuShare, oneCore.missing.cpuShare], [null, { code: 'helpers-on-one-core' }])
  assert.deepEqual(memoryOf({ ...BY_SIZES, cpuNs: null }).missing.cpuShare, { code: 'no-thread-cpu' })
})

test('memoryOf counts whole iterations where chunks have different numbers of them', () => {
  const memory = memoryOf({ ...BY_SIZES, iterationsPerChunk: 100 / 3 })
  assert.equal(memory.iterations, 100)
})

test('memoryOf puts whole cycles on the chunks in which they ended', () => {
  // Ten cycles in 39.5 chunks of 100 iterations.
  assert.equal(memoryOf(BY_REQUESTS).bytesPerIteration, 80_000 / 3950)
})

test('memoryOf leaves out a cycle whose bytes are not known', () => {
  const chunks = BY_REQUESTS.chunks.map((chunk, index) => (index === 3 ? [collection({})] : chunk))
  // From the middle of chunk 3 to the middle of chunk 39.
  const { bytesPerIteration, missing } = memoryOf({
    ...BY_REQUESTS,
    chunks: [...chunks, ...BY_REQUESTS.chunks],
  })
  assert.equal(missing.bytesPerIteration, undefined)
  assert.equal(bytesPerIteration, (8000 * 19) / 7600)
})

test('memoryOf counts half a cycle more where there are many in few chunks', () => {
  const chunks = [Array.from({ length: 40 }, () => collection({ allocatedBytes: 8000 }))]
  assert.equal(memoryOf({ ...BY_REQUESTS, chunks }).bytesPerIteration, (8000 * 40.5) / 100)
})

test('memoryOf says why it does not know what lies outside of the heap', () => {
  const why = (external: HeapWindow['external']) =>
    memoryOf({ ...BY_SIZES, external }).missing.externalBytesPerIteration
  assert.deepEqual(why({ bytesPerIteration: [1, 2] }), { code: 'always-collected' })
  assert.deepEqual(why({ missing: { code: 'counted-as-allocated' } }), { code: 'counted-as-allocated' })
})

test('memoryOf says why it knows no bytes', () => {
  const none = memoryOf({ ...BY_REQUESTS, chunks: [[], []] })
  assert.equal(none.bytesPerIteration, null)
  const tooFew = { code: 'too-few-collections', iterations: 200 }
  assert.deepEqual(none.missing.bytesPerIteration, { ...tooFew, collections: 0 })
  const few = memoryOf({ ...BY_REQUESTS, chunks: [[], [collection({ allocatedBytes: 8000 })]] })
  assert.deepEqual(few.missing.bytesPerIteration, { ...tooFew, collections: 1 })
  const silent = memoryOf({ ...BY_SIZES, first: null, last: [] })
  assert.equal(silent.bytesPerIteration, null)
  assert.equal(silent.heapAfterFullBytes, null)
})
