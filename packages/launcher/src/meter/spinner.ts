// Keeps its core busy for some milliseconds, and writes a width ratio of it every few.
import { writeSync } from 'node:fs'
import { widthRatio } from '../machine/width-ratio.ts'

const BETWEEN_MS = 4

// The first is slow: from then on it does nothing but turn.
writeSync(1, `${widthRatio()}\n`)
const endMs = performance.now() + Number(process.argv[2])
while (performance.now() < endMs) {
  const nextMs = performance.now() + BETWEEN_MS
  writeSync(1, `${widthRatio()}\n`)
  while (performance.now() < nextMs);
}
