// A real-time thread above the meter that takes its core now and then.
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { HogPlan } from './stall-makers.ts'

process.emitWarning = () => {}

const SCHED_FIFO = 1
const PRIORITY = 40
const { core, pauses, stop } = workerData as HogPlan
const { functions } = createRequire(import.meta.url)('node:ffi').dlopen(null, {
  sched_setaffinity: { arguments: ['i32', 'u64', 'pointer'], return: 'i32' },
  sched_setscheduler: { arguments: ['i32', 'i32', 'pointer'], return: 'i32' },
})
const isPlaced =
  functions.sched_setaffinity(0, 8n, new BigUint64Array([1n << BigInt(core)])) === 0 &&
  functions.sched_setscheduler(0, SCHED_FIFO, new Int32Array([PRIORITY, 0])) === 0
parentPort?.postMessage(isPlaced)

const sleeper = new Int32Array(new SharedArrayBuffer(4))
for (const { afterMs, lastsMs } of isPlaced ? pauses : []) {
  Atomics.wait(sleeper, 0, 0, afterMs)
  if (Atomics.load(stop, 0) !== 0) break
  const untilMs = performance.now() + lastsMs
  while (performance.now() < untilMs);
}
