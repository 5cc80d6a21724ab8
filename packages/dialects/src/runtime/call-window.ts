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
    timesCalls: true,
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
