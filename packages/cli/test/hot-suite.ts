import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench-process.ts'

/** Writes `hot.bench.ts`, a suite of one case that calls a small function. */
export function writeHotSuite({ directory }: Bench): void {
  writeFileSync(
    join(directory, 'hot.bench.ts'),
    `import { suite } from 'steelyard'
     export default suite({
       name: 'hot',
       question: 'What does a loop of calls cost?',
       setup: () => ({ turns: 200 }),
       cases: {
         calls: ({ turns }) => {
           function mix(sum: number, i: number) { return (sum * 31 + i) % 65521 }
           let sum = 0
           for (let i = 1; i <= turns; i++) sum = mix(sum, i)
           return sum
         },
       },
     })`,
  )
}

/** Writes a program that runs a line of shell, and returns its path. */
export function wrapper({ directory }: Bench, name: string, line: string): string {
  const file = join(directory, name)
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
  return file
}
