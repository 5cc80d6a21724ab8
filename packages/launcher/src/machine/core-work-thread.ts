// Works on a core as hard as it can, and says how much it did: sums of independent products, which fill the units of a core.
import { parentPort } from 'node:worker_threads'
import { systemCalls } from './system-calls.ts'

export interface CoreWork {
  readonly core: number
  readonly ms: number
}

const calls = systemCalls()
const words = Int32Array.from({ length: 2048 }, (_, index) => index * 2_654_435_761)
let kept = 0

parentPort?.on('message', ({ core, ms }: CoreWork) => {
  parentPort?.postMessage(calls?.moveTo(core) === true ? passesIn(ms) : null)
})

/** Returns how many passes over the words were made in a millisecond. */
function passesIn(ms: number): number {
  const beganMs = performance.now()
  let passes = 0
  let endedMs = beganMs
  for (; endedMs < beganMs + ms; endedMs = performance.now()) {
    pass()
    passes++
  }
  return passes / (endedMs - beganMs)
}

function pass(): void {
  let [a, b, c, d] = [kept, 1, 2, 3]
  for (let word = 0; word < words.length; word += 4) {
    a = (Math.imul(words[word] ?? 0, 31) + a) | 0
    b = (Math.imul(words[word + 1] ?? 0, 37) ^ b) | 0
    c = (Math.imul(words[word + 2] ?? 0, 41) + c) | 0
    d = (Math.imul(words[word + 3] ?? 0, 43) ^ d) | 0
  }
  kept = a ^ b ^ c ^ d
}
