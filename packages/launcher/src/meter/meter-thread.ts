// The thread of a core meter: it sleeps to one moment after another, and writes down how late it woke.
import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { type FromMeter, type MeterKind, type ToMeter, WORDS_PER_WAKE } from './meter-protocol.ts'

const CLOCK_MONOTONIC = 1
const TIMER_ABSTIME = 1
const PR_SET_TIMERSLACK = 29
const SCHED_OTHER = 0
const SCHED_FIFO = 1
/** Threads that it starts do not inherit the policy. */
const SCHED_RESET_ON_FORK = 0x40000000

/** Above every thread of a contender, below the kernel's own threads, which begin at 50. */
const PRIORITY = 10

/** As many cores as a mask can hold here. */
const MASK_BITS = 1024

// It would be printed once in this thread too.
process.emitWarning = () => {}

interface Kernel {
  clock_nanosleep(clock: number, flags: number, due: BigInt64Array, left: null): number
  prctl(option: number, ...values: bigint[]): number
  sched_setaffinity(thread: number, bytes: bigint, mask: BigUint64Array): number
  sched_setscheduler(thread: number, policy: number, parameters: Int32Array): number
}

function loadKernel(): Kernel | null {
  try {
    // Not in every Node, and not in its types: hence no import.
    const ffi = createRequire(import.meta.url)('node:ffi')
    return ffi.dlopen(null, {
      clock_nanosleep: { arguments: ['i32', 'i32', 'pointer', 'pointer'], return: 'i32' },
      prctl: { arguments: ['i32', 'u64', 'u64', 'u64', 'u64'], return: 'i32' },
      sched_setaffinity: { arguments: ['i32', 'u64', 'pointer'], return: 'i32' },
      sched_setscheduler: { arguments: ['i32', 'i32', 'pointer'], return: 'i32' },
    }).functions
  } catch {
    return null
  }
}

const kernel = loadKernel()
const post = (message: FromMeter) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToMeter) => {
  try {
    measure(message)
  } catch (error) {
    post({ type: 'failed', why: error instanceof Error ? error.message : String(error) })
  }
})

/** Measures until it is told to stop or the memory is full: until then it hears no other message. */
function measure({ core, periodNs, stop, wakes, kind: wanted }: ToMeter): void {
  if (kernel === null) throw new Error('this Node has no node:ffi')
  if (!pin(kernel, core)) throw new Error(`it may not run on core ${core}`)
  kernel.prctl(PR_SET_TIMERSLACK, 1n, 0n, 0n, 0n)
  const kind: MeterKind =
    wanted === 'fifo' && schedule(kernel, SCHED_FIFO | SCHED_RESET_ON_FORK, PRIORITY) ? 'fifo' : 'ordinary'
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const [cpuNs, queuedNs] = [0, 1].map(number => () => readNumber(file, number)) as [
    () => number,
    () => number,
  ]
  try {
    post({ type: 'started', kind, thread: Number(readlinkSync('/proc/thread-self').split('/').at(-1)) })
    const beganNs = cpuNs()
    // Reading costs more than the sleep, and a real-time thread waits behind none of the others.
    const count = record(kernel, { periodNs, stop, wakes, queuedNs: kind === 'fifo' ? () => 0 : queuedNs })
    post({ type: 'stopped', count, cpuNs: cpuNs() - beganNs })
  } finally {
    closeSync(file)
    if (kind === 'fifo') schedule(kernel, SCHED_OTHER, 0)
  }
}

interface Recording {
  readonly periodNs: number
  readonly stop: Int32Array
  readonly wakes: Float64Array
  readonly queuedNs: () => number
}

/** Returns how many wake-ups it has written. */
function record({ clock_nanosleep }: Kernel, { periodNs, stop, wakes, queuedNs }: Recording): number {
  const due = new BigInt64Array(2)
  // Two halves of each word: a BigInt would be garbage for every wake-up.
  const halves = new Int32Array(due.buffer)
  const capacity = Math.floor(wakes.length / WORDS_PER_WAKE)
  let count = 0
  let wokeNs = nowNs()
  let queuedBeforeNs = queuedNs()
  while (count < capacity && Atomics.load(stop, 0) === 0) {
    // Jittered, so that it falls into step with nothing.
    const dueNs = Math.floor(wokeNs + periodNs * (0.5 + Math.random()))
    halves[0] = Math.floor(dueNs / 1e9)
    halves[2] = dueNs % 1e9
    const sleptNs = nowNs()
    // Interrupted by a signal, it woke early, which is no lateness.
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, due, null)
    wokeNs = nowNs()
    const queuedAfterNs = queuedNs()
    const at = count++ * WORDS_PER_WAKE
    wakes[at] = sleptNs
    wakes[at + 1] = dueNs
    wakes[at + 2] = wokeNs
    wakes[at + 3] = queuedAfterNs - queuedBeforeNs
    queuedBeforeNs = queuedAfterNs
  }
  return count
}

const bytes = new Uint8Array(64)
const SPACE = 0x20
const ZERO = 0x30

/** Returns the whole number at an index of a file of numbers; made by hand, as it is read at every wake-up. */
function readNumber(file: number, number: number): number {
  const length = readSync(file, bytes, 0, bytes.length, 0)
  let index = 0
  for (let before = 0; before < number; before++) index = bytes.indexOf(SPACE, index) + 1
  let value = 0
  for (; index < length && bytes[index] !== SPACE; index++)
    value = value * 10 + ((bytes[index] ?? ZERO) - ZERO)
  return value
}

function pin({ sched_setaffinity }: Kernel, core: number): boolean {
  const mask = new BigUint64Array(MASK_BITS / 64)
  mask[core >> 6] = 1n << BigInt(core & 63)
  return core < MASK_BITS && sched_setaffinity(0, BigInt(mask.byteLength), mask) === 0
}

function schedule({ sched_setscheduler }: Kernel, policy: number, priority: number): boolean {
  return sched_setscheduler(0, policy, new Int32Array([priority, 0])) === 0
}

/** On CLOCK_MONOTONIC, which a double holds to the nanosecond for a hundred days. */
function nowNs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e9 + nanoseconds
}
