// Works on a core as hard as it can, and says how much it did: sums of independent products, which fill the units of a core,
// over words that fit in its first cache and over words that only the last one holds, which cores may share.
import { parentPort } from 'node:worker_threads'
import { systemCalls } from './system-calls.ts'

export interface CoreWork {
  readonly core: number
  readonly ms: number
}

const calls = systemCalls()
const near = wordsOf(8e3)
const far = wordsOf(8e6)
/** Passes over the near words that take about as long as a part of the far ones. */
const NEAR_PASSES = 10
const FAR_PART = 10_000
let kept = 0

parentPort?.on('message', ({ core, ms }: CoreWork) => {
  parentPort?.postMessage(calls?.moveTo(core) === true ? partsIn(ms) : null)
})

function wordsOf(bytes: number): Int32Array {
  return Int32Array.from(
    { length: bytes / Int32Array.BYTES_PER_ELEMENT },
    (_, index) => index * 2_654_435_761,
  )
}

/** Returns how many parts of the work were done in a millisecond. */
function partsIn(ms: number): number {
  const beganMs = performance.now()
  let parts = 0
  let endedMs = beganMs
  for (; endedMs < beganMs + ms; endedMs = performance.now()) {
    for (let pass = 0; pass < NEAR_PASSES; pass++) add(near, 0, near.length, 4)
    // A word of each line of the cache.
    const from = (parts * FAR_PART) % far.length
    add(far, from, Math.min(from + FAR_PART, far.length), 64)
    parts++
  }
  return parts / (endedMs - beganMs)
}

function add(words: Int32Array, from: number, to: number, step: number): void {
  let [a, b, c, d] = [kept, 1, 2, 3]
  const apart = step / 4
  for (let word = from; word < to; word += step) {
    a = (Math.imul(words[word] ?? 0, 31) + a) | 0
    b = (Math.imul(words[word + apart] ?? 0, 37) ^ b) | 0
    c = (Math.imul(words[word + 2 * apart] ?? 0, 41) + c) | 0
    d = (Math.imul(words[word + 3 * apart] ?? 0, 43) ^ d) | 0
  }
  kept = a ^ b ^ c ^ d
}
