import type { WindowCase } from '@steelyard/harness/adopted'
import { isPromise } from './promise.ts'

/** Starts and ends what is timed of one call. */
export interface CallTimer {
  start(): void
  end(): void
  /** Adds nanoseconds that the call timed itself. */
  add(durationNs: number): void
}

/** Calls a case once, which starts and ends the timer once, or adds to it. A promise that it returns is awaited. */
export type TimedCall = (timer: CallTimer) => unknown

/** Returns the window of a case that is timed call by call: an iteration is a call. */
export function callWindow(call: TimedCall): WindowCase {
  return {
    window(iterations, watch) {
      const timer = {
        start: () => watch.start(),
        end: () => watch.stop(),
        add: (ns: number) => watch.add(ns),
      }
      return calls(call, timer, iterations)
    },
  }
}

/** Returns undefined where no call returns a promise. */
function calls(call: TimedCall, timer: CallTimer, count: number): void | Promise<void> {
  for (let i = 0; i < count; i++) {
    const value = call(timer)
    if (isPromise(value)) return remainingCalls(value, call, timer, count - i - 1)
  }
}

async function remainingCalls(
  first: PromiseLike<unknown>,
  call: TimedCall,
  timer: CallTimer,
  count: number,
): Promise<void> {
  await first
  for (let i = 0; i < count; i++) await call(timer)
}

/** Every runtime has it. */
declare const performance: { now(): number }

/** Reading the clock twice takes up to 0.1 µs, another time in each runtime: a hundredth of this. */
const SHORTEST_MS = 0.01
const WARM_UP_MS = 5
const TRIAL_MS = 15
const TRIALS = 3

/**
 * Tries a case, untimed, for some milliseconds.
 *
 * @throws Error where what it times of a call is so short that the clock would take a part of it
 */
export async function checkLength(call: TimedCall): Promise<void> {
  await tried(call, WARM_UP_MS)
  const trials: Trial[] = []
  while (trials.length < TRIALS) trials.push(await tried(call, TRIAL_MS))
  if (longestMeanMs(trials) >= SHORTEST_MS) return
  throw new Error(
    `it takes less than ${SHORTEST_MS * 1000} µs from its start to its end: too little to be timed call by call`,
  )
}

/** Calls one after the other. */
interface Trial {
  /** From start to end, all calls together. */
  readonly sumMs: number
  readonly count: number
}

function longestMeanMs(trials: readonly Trial[]): number {
  if (!isCoarse()) {
    // A process that has to wait takes longer, never shorter: the shortest trial is the nearest.
    return Math.min(...trials.map(({ sumMs, count }) => sumMs / count))
  }
  // Edges of the clock were counted: as many as there may be, by their standard error.
  const edges = trials.reduce((sum, { sumMs }) => sum + sumMs, 0)
  const calls = trials.reduce((sum, { count }) => sum + count, 0)
  return (edges + 3 * Math.sqrt(Math.max(edges, 1))) / calls
}

/** Whether the clock moves in milliseconds. */
function isCoarse(): boolean {
  const nowMs = performance.now()
  let nextMs = nowMs
  for (let i = 0; i < MOST_READINGS && nextMs === nowMs; i++) nextMs = performance.now()
  return Number.isInteger(nextMs - nowMs)
}

const MOST_READINGS = 10_000_000

async function tried(call: TimedCall, forMs: number): Promise<Trial> {
  let startMs = 0
  let sumMs = 0
  let count = 0
  const timer = {
    start: () => {
      startMs = performance.now()
    },
    end: () => {
      sumMs += performance.now() - startMs
    },
    add: (durationNs: number) => {
      sumMs += durationNs / 1e6
    },
  }
  const beganMs = performance.now()
  do {
    const value = call(timer)
    if (isPromise(value)) await value
    count++
  } while (performance.now() - beganMs < forMs)
  return { sumMs, count }
}
