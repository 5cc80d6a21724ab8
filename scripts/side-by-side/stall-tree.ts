import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/stats/src/index.ts'

interface Pause {
  readonly afterMs: number
  readonly lastsMs: number
}

const FREEZER = '/sys/fs/cgroup/freezer'
const SHORTEST_MS = 0.1
const LONGEST_MS = 30
/** Beyond what any run takes. */
const LONGEST_RUN_SECONDS = 3600

/** Of such pauses, as many short as long ones on a logarithmic scale. */
const MEAN_PAUSE_MS = (LONGEST_MS - SHORTEST_MS) / Math.log(LONGEST_MS / SHORTEST_MS)

/** Stalls a process and all that it starts from now on for a share of the time, until the signal. */
export async function stallTree(
  pid: number,
  random: Random,
  { share, signal }: { readonly share: number; readonly signal: AbortSignal },
): Promise<void> {
  await inFreezer(pid, async write => {
    const endMs = performance.now() + LONGEST_RUN_SECONDS * 1000
    for (const { afterMs, lastsMs } of pausesOf(random, meanGapMs(share))) {
      if (signal.aborted || performance.now() + afterMs + lastsMs > endMs) break
      await sleep(afterMs)
      write('FROZEN')
      const untilMs = performance.now() + lastsMs
      while (performance.now() < untilMs);
      write('THAWED')
    }
    await sleep(Math.max(0, endMs - performance.now()), undefined, { signal }).catch(() => {})
  })
}

/** Whether this process may stop others by a control group. */
export function mayFreeze(): boolean {
  try {
    accessSync(FREEZER, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Returns how far apart pauses begin on average, beyond their own length and 1 ms, that take this share of the time. */
function meanGapMs(share: number): number {
  return MEAN_PAUSE_MS * (1 / share - 1) - 1
}

/** Returns pauses at random phases, as many short as long ones on a logarithmic scale. */
function pausesOf(random: Random, gapMs: number): Pause[] {
  const pauses: Pause[] = []
  for (let atMs = 0; atMs < LONGEST_RUN_SECONDS * 1000; ) {
    const afterMs = 1 - gapMs * Math.log(1 - random.next())
    const lastsMs = SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** random.next()
    pauses.push({ afterMs, lastsMs })
    atMs += afterMs + lastsMs
  }
  return pauses
}

/** Puts a process into a control group of version 1 while the work lasts. */
async function inFreezer(
  pid: number,
  work: (write: (state: 'FROZEN' | 'THAWED') => void) => Promise<void>,
): Promise<void> {
  const folder = join(FREEZER, `steelyard-${process.pid}`)
  mkdirSync(folder)
  try {
    writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    await work(state => writeFileSync(join(folder, 'freezer.state'), state))
  } finally {
    // What the process started meanwhile is in it too.
    for (const id of readFileSync(join(folder, 'tasks'), 'utf8').split('\n')) {
      try {
        if (id !== '') writeFileSync(join(FREEZER, 'tasks'), id)
      } catch {
        // It has ended.
      }
    }
    rmdirSync(folder)
  }
}
