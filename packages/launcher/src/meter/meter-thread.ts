// The thread of a core meter: it sleeps to one moment after another, and writes down how late it woke.
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { monotonicNs } from '../machine/monotonic.ts'
import { type SystemCalls, systemCalls } from '../machine/system-calls.ts'
import { type FromMeter, type MeterKind, PERIOD_NS, type ToMeter, WORDS_PER_WAKE } from './meter-protocol.ts'

const calls = systemCalls()
const post = (message: FromMeter) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToMeter) => {
  try {
    measure(message)
  } catch (error) {
    post({ type: 'failed', why: error instanceof Error ? error.message : String(error) })
  }
})

/** Measures until `stop` is set or the memory is full, and receives no other message until then. */
function measure(message: ToMeter): void {
  const { core, kind: wanted } = message
  if (calls === null) throw new Error('this Node has no node:ffi')
  if (!calls.moveTo(core)) throw new Error(`it may not run on core ${core}`)
  calls.wakeOnTime()
  const kind: MeterKind = wanted === 'fifo' && calls.setPolicy('fifo') ? 'fifo' : 'ordinary'
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const cpuNs = () => readNumber(file, 0)
  const queuedNs = () => readNumber(file, 1)
  try {
    post({ type: 'started', kind })
    const beganNs = cpuNs()
    // Reading the wait costs more than the sleep, and a real-time thread waits behind no other.
    const count = record(calls, message, kind === 'fifo' ? () => 0 : queuedNs)
    post({ type: 'stopped', count, cpuNs: cpuNs() - beganNs })
  } finally {
    closeSync(file)
    if (kind === 'fifo') calls.setPolicy('ordinary')
  }
}

/** Returns how many wake-ups it has written. */
function record({ sleepUntil }: SystemCalls, { stop, wakes }: ToMeter, queuedNs: () => number): number {
  const capacity = Math.floor(wakes.length / WORDS_PER_WAKE)
  let count = 0
  let wokeNs = monotonicNs()
  let queuedBeforeNs = queuedNs()
  while (count < capacity && Atomics.load(stop, 0) === 0) {
    // Jittered, so that it falls into step with nothing.
    const dueNs = Math.floor(wokeNs + PERIOD_NS * (0.5 + Math.random()))
    const sleptNs = monotonicNs()
    // Interrupted by a signal, it woke early, which is no lateness.
    sleepUntil(dueNs)
    wokeNs = monotonicNs()
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

/** Returns the whole number at an index of a file of numbers, without a library, since it is read at every wake-up. */
function readNumber(file: number, number: number): number {
  const length = readSync(file, bytes, 0, bytes.length, 0)
  let index = 0
  for (let before = 0; before < number; before++) index = bytes.indexOf(SPACE, index) + 1
  let value = 0
  for (; index < length && bytes[index] !== SPACE; index++)
    value = value * 10 + ((bytes[index] ?? ZERO) - ZERO)
  return value
}
