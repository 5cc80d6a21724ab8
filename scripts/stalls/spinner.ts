// Looks at the clock again and again, and notes when it could not: node spinner.ts <seconds> <shortest gap in ns>
// On the standard output: one line when it begins, then its gaps as JSON, [start, end] in nanoseconds of CLOCK_MONOTONIC.
import { monotonicOf } from '../../packages/launcher/src/index.ts'

const [seconds = 1, shortestNs = 3e4] = process.argv.slice(2).map(Number)

const gaps: [number, number][] = []
process.stdout.write('begun\n')
const beganMs = performance.now()
const endMs = beganMs + seconds * 1000
const shortestMs = shortestNs / 1e6
let value = 1
for (let lastMs = beganMs; lastMs < endMs; ) {
  // Some microseconds: every reading of the clock is garbage, and collecting it would be a gap.
  for (let turn = 0; turn < 5000; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  const nowMs = performance.now()
  if (nowMs - lastMs > shortestMs) gaps.push([monotonicOf(lastMs), monotonicOf(nowMs)])
  lastMs = nowMs
}
process.stdout.write(`${JSON.stringify({ gaps, value })}\n`)
