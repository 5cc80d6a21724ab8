import { closeSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Calls of the Linux kernel that concern the thread which makes them. */
export interface SystemCalls {
  /** Moves this thread to a core; false where the kernel refuses. */
  moveTo(core: number): boolean
  /** From then on a thread that it wakes is not interrupted by it, and short sleeps are short. */
  giveWay(): void
  /** Waits until a descriptor can be read; false when the time is over. */
  awaitInput(descriptor: number, ms: number): boolean
  /** Sleeps for under a second. */
  sleep(ns: number): void
  /** Connects to a port of the loopback address, and returns the descriptor; null where nobody accepts. */
  connect(port: number): number | null
}

const AF_INET = 2
const STREAM_NOT_INHERITED = 0o2000001
const LOOPBACK = [127, 0, 0, 1]
const POLL_INPUT = 1
const SCHED_BATCH = 3
const PR_SET_TIMERSLACK = 29
const CLOCK_MONOTONIC = 1

/** As many cores as glibc's own mask has. */
const MASK_WORDS = 16

const SIGNATURES = {
  sched_setaffinity: { arguments: ['i32', 'u64', 'pointer'], return: 'i32' },
  sched_setscheduler: { arguments: ['i32', 'i32', 'pointer'], return: 'i32' },
  prctl: { arguments: ['i32', 'u64', 'u64', 'u64', 'u64'], return: 'i32' },
  poll: { arguments: ['pointer', 'u64', 'i32'], return: 'i32' },
  socket: { arguments: ['i32', 'i32', 'i32'], return: 'i32' },
  connect: { arguments: ['i32', 'pointer', 'u32'], return: 'i32' },
  clock_nanosleep: { arguments: ['i32', 'i32', 'pointer', 'pointer'], return: 'i32' },
} as const

type Functions = Readonly<Record<keyof typeof SIGNATURES, (...values: readonly unknown[]) => number>>

/** Returns the calls; null on another system, and where Node has no `node:ffi`. */
export function systemCalls(): SystemCalls | null {
  const functions = process.platform === 'linux' ? loadFunctions() : null
  if (functions === null) return null
  const { sched_setaffinity, sched_setscheduler, prctl, poll, clock_nanosleep, socket, connect } = functions
  // A descriptor, then the events that are awaited and those that came, of 16 bits each.
  const polled = new Int32Array(2)
  const time = new BigInt64Array(2)
  return {
    moveTo(core) {
      const mask = new BigUint64Array(MASK_WORDS)
      if (core >= 64 * MASK_WORDS) return false
      mask[core >> 6] = 1n << BigInt(core & 63)
      return sched_setaffinity(0, BigInt(mask.byteLength), mask) === 0
    },
    giveWay() {
      sched_setscheduler(0, SCHED_BATCH, new Int32Array(1))
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

function loadFunctions(): Functions | null {
  try {
    // Not in every Node, and not in its types: hence no import.
    const ffi = createRequire(import.meta.url)('node:ffi')
    return ffi.dlopen(null, SIGNATURES).functions
  } catch {
    return null
  }
}
