import { closeSync } from 'node:fs'
import { cFunctions } from './c-functions.ts'

/**
 * How the kernel chooses a thread. batch: a thread that it wakes does not interrupt it. fifo: it is woken before all others,
 * by a right that only real-time threads have.
 */
export type SchedulingPolicy = 'ordinary' | 'batch' | 'fifo'

/** Calls of the Linux kernel that concern the thread which makes them. */
export interface SystemCalls {
  /** Moves this thread to a core; false where the kernel refuses. */
  moveTo(core: number): boolean
  /** Returns false where the kernel refuses. */
  setPolicy(policy: SchedulingPolicy): boolean
  /** From then on this thread wakes when it is due, and not up to 50 µs later. */
  wakeOnTime(): void
  /** Waits until a descriptor can be read; false when the time is over. */
  awaitInput(descriptor: number, ms: number): boolean
  /** Sleeps for under a second. */
  sleep(ns: number): void
  /** Sleeps until a moment on CLOCK_MONOTONIC; a signal ends it early. */
  sleepUntil(ns: number): void
  /** Connects to a port of the loopback address, and returns the descriptor; null where no process accepts. */
  connect(port: number): number | null
}

const AF_INET = 2
const STREAM_NOT_INHERITED = 0o2000001
const LOOPBACK = [127, 0, 0, 1]
const POLL_INPUT = 1
const PR_SET_TIMERSLACK = 29
const CLOCK_MONOTONIC = 1
const TIMER_ABSTIME = 1
const THIS_THREAD = 0

/** Threads that it starts do not inherit the policy. */
const SCHED_RESET_ON_FORK = 0x40000000

const POLICIES: Readonly<Record<SchedulingPolicy, { readonly number: number; readonly priority: number }>> = {
  ordinary: { number: 0, priority: 0 },
  batch: { number: 3, priority: 0 },
  // Above every thread of a contender, below the kernel's own threads, which begin at 50.
  fifo: { number: 1 | SCHED_RESET_ON_FORK, priority: 10 },
}

/** Returns the calls; null on another system, and where Node has no `node:ffi`. */
export function systemCalls(): SystemCalls | null {
  if (process.platform !== 'linux') return null
  const calls = cFunctions('clock_nanosleep', 'poll', 'prctl', 'sched_setaffinity', 'sched_setscheduler')
  const connecting = cFunctions('socket', 'connect')
  if (calls === null || connecting === null) return null
  const { clock_nanosleep, poll, prctl, sched_setscheduler } = calls
  const { socket, connect } = connecting
  // A descriptor, then the events that are awaited and those that came, of 16 bits each.
  const polled = new Int32Array(2)
  const time = new BigInt64Array(2)
  // Two halves of each word: a BigInt would be garbage for every sleep.
  const halves = new Int32Array(time.buffer)
  return {
    moveTo: core => threadMover([core])?.() ?? false,
    setPolicy(policy) {
      const { number, priority } = POLICIES[policy]
      return sched_setscheduler(0, number, new Int32Array([priority, 0])) === 0
    },
    wakeOnTime() {
      prctl(PR_SET_TIMERSLACK, 1n, 0n, 0n, 0n)
    },
    awaitInput(descriptor, ms) {
      polled[0] = descriptor
      polled[1] = POLL_INPUT
      return poll(polled, 1n, ms) > 0
    },
    sleep(ns) {
      time[0] = 0n
      time[1] = BigInt(ns)
      clock_nanosleep(CLOCK_MONOTONIC, 0, time, time)
    },
    sleepUntil(ns) {
      halves[0] = Math.floor(ns / 1e9)
      halves[2] = ns % 1e9
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, time, null)
    },
    connect(port) {
      const descriptor = socket(AF_INET, STREAM_NOT_INHERITED, 0)
      if (descriptor < 0) return null
      const address = new Uint8Array(16)
      // The family in the order of the machine, the port in the order of the network.
      new Uint16Array(address.buffer)[0] = AF_INET
      address.set([port >> 8, port & 255, ...LOOPBACK], 2)
      if (connect(descriptor, address, address.length) === 0) return descriptor
      closeSync(descriptor)
      return null
    },
  }
}

/** Cores in glibc's own mask. */
const MOST_CORES = 1024
const WORD_BITS = 64

/** Returns what moves a thread, by its id or the one that calls, to some cores; null without Linux or `node:ffi`, and for a core from 1024 on. */
export function threadMover(cores: readonly number[]): ((thread?: number) => boolean) | null {
  const calls = process.platform === 'linux' ? cFunctions('sched_setaffinity') : null
  if (calls === null || cores.some(core => core >= MOST_CORES)) return null
  const mask = new BigUint64Array(MOST_CORES / WORD_BITS)
  for (const core of cores) {
    const word = Math.floor(core / WORD_BITS)
    mask[word] = (mask[word] ?? 0n) | (1n << BigInt(core % WORD_BITS))
  }
  return (thread = THIS_THREAD) => calls.sched_setaffinity(thread, BigInt(mask.byteLength), mask) === 0
}
