// A process of its own: see guard.ts. Its standard input ends when the host does.
import { writeSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { processStat } from '../machine/proc.ts'
import { hasEnded, removeLeftovers } from './descendants.ts'

const [, , pid, stopped] = process.argv
const host = Number(pid)
const startTicks = processStat(host)?.startTicks ?? null

/** A host that is found stopped so often was not stopped by a debugger's breath. */
const POLL_MS = 2000
const POLLS = 3

/** The kernel closes files of a process that ends before it has ended. */
const END_POLL_MS = 5
const END_LIMIT_MS = 10_000

let found = 0
setInterval(() => {
  found = processStat(host)?.state === 'T' ? found + 1 : 0
  if (found < POLLS) return
  process.kill(host, 'SIGKILL')
  writeSync(2, `${stopped}\n`)
}, POLL_MS)

process.stdin.on('end', async () => {
  const limitMs = performance.now() + END_LIMIT_MS
  while (!hasEnded(host, startTicks) && performance.now() < limitMs) await sleep(END_POLL_MS)
  removeLeftovers(os.tmpdir())
  process.exit()
})
process.stdin.resume()
