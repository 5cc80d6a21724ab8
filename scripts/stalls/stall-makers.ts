import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Random } from '../../packages/stats/src/index.ts'

/** How stalls are made. none: only those that the machine has by itself. */
export type StallMaker = 'none' | 'freezer' | 'hog' | 'quota'

export interface HogPlan {
  readonly core: number
  readonly pauses: readonly Pause[]
  readonly stop: Int32Array
}

interface Pause {
  readonly afterMs: number
  readonly lastsMs: number
}

export interface Victims {
  readonly core: number
  readonly processes: readonly number[]
  /** The meter's. */
  readonly thread: number
}

const GROUPS = '/sys/fs/cgroup'
const SHORTEST_MS = 0.1
const LONGEST_MS = 30
const MEAN_GAP_MS = 25
/** Beyond what any run takes. */
const LONGEST_RUN_SECONDS = 3600

/** Of such pauses, as many short as long ones on a logarithmic scale. */
const MEAN_PAUSE_MS = (LONGEST_MS - SHORTEST_MS) / Math.log(LONGEST_MS / SHORTEST_MS)

/** Returns how far apart pauses begin on average, beyond their own length and 1 ms, that take this share of the time. */
function meanGapMs(share: number): number {
  return MEAN_PAUSE_MS * (1 / share - 1) - 1
}

/** Returns pauses at random phases, as many short as long ones on a logarithmic scale. */
export function pausesOf(random: Random, seconds: number, gapMs = MEAN_GAP_MS): Pause[] {
  const pauses: Pause[] = []
  for (let atMs = 0; atMs < seconds * 1000; ) {
    const afterMs = 1 - gapMs * Math.log(1 - random.next())
    const lastsMs = SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** random.next()
    pauses.push({ afterMs, lastsMs })
    atMs += afterMs + lastsMs
  }
  return pauses
}

/** Stalls the victims for some seconds. Rejects where it may not. */
export function stall(maker: StallMaker, victims: Victims, seconds: number, random: Random): Promise<void> {
  if (maker === 'freezer') return freeze(victims, pausesOf(random, seconds), seconds)
  if (maker === 'hog') return hog(victims, pausesOf(random, seconds), seconds)
  if (maker === 'quota') return limit(victims, seconds)
  return sleep(seconds * 1000)
}

/** Stalls a process and all that it starts from now on for a share of the time, until the signal. */
export async function stallTree(
  pid: number,
  random: Random,
  { share, signal }: { readonly share: number; readonly signal: AbortSignal },
): Promise<void> {
  const victims = { core: 0, processes: [pid], thread: pid }
  await freeze(victims, pausesOf(random, LONGEST_RUN_SECONDS, meanGapMs(share)), LONGEST_RUN_SECONDS, signal)
}

/** Whether this process may stop others by a control group. */
export function mayFreeze(): boolean {
  try {
    accessSync(join(GROUPS, 'freezer'), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A control group of version 1, which can hold one thread of a process. */
async function inGroup(
  kind: string,
  { processes, thread }: Victims,
  work: (write: (file: string, text: string) => void) => Promise<void>,
): Promise<void> {
  const root = join(GROUPS, kind)
  const folder = join(root, `steelyard-${process.pid}`)
  mkdirSync(folder)
  try {
    // Without it, a group holds no real-time thread.
    if (kind === 'cpu') writeFileSync(join(folder, 'cpu.rt_runtime_us'), '200000')
    for (const pid of processes) writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    writeFileSync(join(folder, 'tasks'), String(thread))
    await work((file, text) => writeFileSync(join(folder, file), text))
  } finally {
    // What the victims started meanwhile is in it too.
    for (const id of readFileSync(join(folder, 'tasks'), 'utf8').split('\n')) {
      try {
        if (id !== '') writeFileSync(join(root, 'tasks'), id)
      } catch {
        // It has ended.
      }
    }
    rmdirSync(folder)
  }
}

function freeze(
  victims: Victims,
  pauses: readonly Pause[],
  seconds: number,
  signal?: AbortSignal,
): Promise<void> {
  return inGroup('freezer', victims, async write => {
    const endMs = performance.now() + seconds * 1000
    for (const { afterMs, lastsMs } of pauses) {
      if (signal?.aborted || performance.now() + afterMs + lastsMs > endMs) break
      await sleep(afterMs)
      write('freezer.state', 'FROZEN')
      const untilMs = performance.now() + lastsMs
      while (performance.now() < untilMs);
      write('freezer.state', 'THAWED')
    }
    await sleep(Math.max(0, endMs - performance.now()), undefined, { signal }).catch(() => {})
  })
}

/** As many containers are limited: four fifths of each tenth of a second. */
function limit(victims: Victims, seconds: number): Promise<void> {
  return inGroup('cpu', victims, async write => {
    write('cpu.cfs_period_us', '100000')
    write('cpu.cfs_quota_us', '80000')
    await sleep(seconds * 1000)
    write('cpu.cfs_quota_us', '-1')
  })
}

async function hog({ core }: Victims, pauses: readonly Pause[], seconds: number): Promise<void> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./hog-thread.ts', import.meta.url), {
    workerData: { core, pauses, stop } satisfies HogPlan,
  })
  const isPlaced = await new Promise<boolean>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if (!isPlaced) throw new Error('may not start a real-time thread')
  await sleep(seconds * 1000)
  Atomics.store(stop, 0, 1)
  await worker.terminate()
}
