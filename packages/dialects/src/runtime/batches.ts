import { keep } from '@steelyard/harness'
import type { MadeCase, Stopwatch } from '@steelyard/harness/adopted'
import { checkLength } from './call-window.ts'
import { isPromise } from './promise.ts'

/** What a setup returns, once it is there. */
type Run = (state?: unknown) => unknown

/** What stands around batches of calls. How long and how often a case is to run is not read. */
export interface BatchOptions {
  /** Calls between a setup and a teardown. */
  readonly batch?: number
  readonly setup?: () => unknown
  readonly teardown?: Run
}

/**
 * Returns the case of a function; with a setup or a teardown, which are around batches of its calls, untimed. What the
 * setup returns is given to the calls and to the teardown.
 */
export async function batchCase(run: Run, { batch, setup, teardown }: BatchOptions): Promise<MadeCase> {
  if (setup === undefined && teardown === undefined) return { run, state: undefined }
  const one = async (calls: number, watch: Pick<Stopwatch, 'start' | 'stop'>) => {
    const state = await setup?.()
    watch.start()
    const pending = called(run, state, calls)
    if (pending !== undefined) await pending
    watch.stop()
    await teardown?.(state)
  }
  if (batch !== undefined) {
    await checkLength(timer => one(batch, { start: () => timer.start(), stop: () => timer.end() }))
  }
  return {
    async window(iterations, watch) {
      const most = batch ?? iterations
      for (let left = iterations; left > 0; left -= most) await one(Math.min(left, most), watch)
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
