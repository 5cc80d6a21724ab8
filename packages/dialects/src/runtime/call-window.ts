import type { Stopwatch, WindowCase } from '@steelyard/harness/adopted'
import { isPromise } from './promise.ts'

/** Calls a case once, which starts and stops the watch once, or adds to it. A promise that it returns is awaited. */
export type TimedCall = (watch: Stopwatch) => unknown

/** Returns the window of a case that is timed call by call: an iteration is a call. */
export function callWindow(call: TimedCall): WindowCase {
  return {
    timesCalls: true,
    window: (iterations, watch) => calls(call, watch, iterations),
  }
}

/** Returns undefined where no call returns a promise. */
function calls(call: TimedCall, watch: Stopwatch, count: number): void | Promise<void> {
  for (let i = 0; i < count; i++) {
    const value = call(watch)
    if (isPromise(value)) return remainingCalls(value, call, watch, count - i - 1)
  }
}

async function remainingCalls(
  first: PromiseLike<unknown>,
  call: TimedCall,
  watch: Stopwatch,
  count: number,
): Promise<void> {
  await first
  for (let i = 0; i < count; i++) await call(watch)
}
