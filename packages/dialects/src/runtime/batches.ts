import { keep } from '@steelyard/harness'
import type { MadeCase, Stopwatch } from '@steelyard/harness/adopted'
import { checkLength } from './call-window.ts'
import { isPromise } from './promise.ts'

type Run = () => unknown

/** What stands around batches of calls. How long and how often a case is to run is not read. */
export interface BatchOptions {
  /** Calls between a setup and a teardown. */
  readonly batch?: number
  readonly setup?: Run
  readonly teardown?: Run
}

/** Returns the case of a function; with a setup or a teardown, which are around batches of its calls, untimed. */
export async function batchCase(run: Run, { batch, setup, teardown }: BatchOptions): Promise<MadeCase> {
  if (setup === undefined && teardown === undefined) return { run, state: undefined }
  const one = async (calls: number, watch: Pick<Stopwatch, 'start' | 'stop'>) => {
    await setup?.()
    watch.start()
    const pending = called(run, calls)
    if (pending !== undefined) await pending
    watch.stop()
    await teardown?.()
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
function called(run: Run, calls: number): Promise<void> | undefined {
  const value = run()
  keep(value)
  if (isPromise(value)) return awaited(value, run, calls - 1)
  for (let i = 1; i < calls; i++) keep(run())
}

async function awaited(first: PromiseLike<unknown>, run: Run, calls: number): Promise<void> {
  keep(await first)
  for (let i = 0; i < calls; i++) keep(await run())
}
