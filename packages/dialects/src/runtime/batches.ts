import { keep } from '@steelyard/harness'
import type { MadeCase } from '@steelyard/harness/adopted'
import { isPromise } from './promise.ts'

/** What a setup returns, once it is there. */
type Run = (state?: unknown) => unknown

/** What stands around batches of calls. How long and how often a case is to run is not read. */
export interface BatchOptions {
  /** Calls between a setup and a teardown. */
  readonly batch?: number
  readonly setup?: () => unknown
  /** Called before each setup with the number of calls that follow. */
  readonly willCall?: (calls: number) => void
  readonly teardown?: Run
}

/**
 * Returns the case of a function. Setup and teardown are around batches, untimed; calls and teardown get what setup returns.
 *
 * @throws RangeError for a batch that is no positive integer
 */
export function batchCase(run: Run, { batch, setup, willCall, teardown }: BatchOptions): MadeCase {
  if (batch !== undefined && !(Number.isSafeInteger(batch) && batch > 0))
    throw new RangeError(`its batch is ${batch}: a positive integer is expected`)
  if (setup === undefined && teardown === undefined) return { run, state: undefined }
  return {
    ...(batch !== undefined && { timesCalls: true }),
    async window(iterations, watch) {
      const most = batch ?? iterations
      for (let left = iterations; left > 0; left -= most) {
        const calls = Math.min(left, most)
        willCall?.(calls)
        const state = await setup?.()
        watch.start()
        const pending = called(run, state, calls)
        if (pending !== undefined) await pending
        watch.stop()
        await teardown?.(state)
      }
    },
  }
}

/** Returns undefined where the calls return no promises. */
function called(run: Run, state: unknown, calls: number): Promise<void> | undefined {
  const value = run(state)
  keep(value)
  if (isPromise(value)) return awaited(value, run, state, calls - 1)
  for (let i = 1; i < calls; i++) keep(run(state))
}

async function awaited(first: PromiseLike<unknown>, run: Run, state: unknown, calls: number): Promise<void> {
  keep(await first)
  for (let i = 0; i < calls; i++) keep(await run(state))
}
