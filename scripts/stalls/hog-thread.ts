// A real-time thread above the meter that takes its core now and then.
import { parentPort, workerData } from 'node:worker_threads'
import { cFunctions } from '../../packages/launcher/src/machine/c-functions.ts'
import type { HogPlan } from './stall-makers.ts'

const SCHED_FIFO = 1
const PRIORITY = 40
const { core, pauses, stop } = workerData as HogPlan
const calls = cFunctions('sched_setaffinity', 'sched_setscheduler')
const isPlaced =
  calls?.sched_setaffinity(0, 8n, new BigUint64Array([1n << BigInt(core)])) === 0 &&
  calls.sched_setscheduler(0, SCHED_FIFO, new Int32Array([PRIORITY, 0])) === 0
parentPort?.postMessage(isPlaced)

const sleeper = new Int32Array(new SharedArrayBuffer(4))
for (const { afterMs, lastsMs } of isPlaced ? pauses : []) {
  Atomics.wait(sleeper, 0, 0, afterMs)
  if (Atomics.load(stop, 0) !== 0) break
  const untilMs = performance.now() + lastsMs
  while (performance.now() < untilMs);
}
