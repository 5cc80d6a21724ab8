import { keep } from '@steelyard/harness'
import type { Stopwatch, WindowCase } from '@steelyard/harness/adopted'
import { isPromise } from '../runtime/promise.ts'

type Fn = (...args: never[]) => unknown

/** Arguments that are made before a stretch of calls is timed: more would no longer fit in the caches of a core. */
const MOST_AT_ONCE = 4096

/** Returns a window in which every call has arguments of its own, each of its maker, made outside of what is timed. */
export function freshWindow(run: Fn, makers: readonly (() => unknown)[]): WindowCase {
  const callAll = loopFor(run as (...args: unknown[]) => unknown, makers.length)
  return {
    async window(iterations, watch) {
      for (let left = iterations; left > 0; left -= MOST_AT_ONCE) {
        const count = Math.min(left, MOST_AT_ONCE)
        const lists = await Promise.all(makers.map(maker => listOf(count, maker)))
        await callAll(lists, count, watch)
      }
    },
  }
}

async function listOf(count: number, maker: () => unknown): Promise<unknown[]> {
  const list: unknown[] = []
  for (let i = 0; i < count; i++) list.push(await maker())
  return list
}

type CallAll = (lists: readonly unknown[][], count: number, watch: Stopwatch) => void | Promise<void>

/** Returns the loop over calls; whether they return promises is known after the first. */
function loopFor(run: (...args: unknown[]) => unknown, parameters: number): CallAll {
  return (lists, count, watch) => {
    const [first = [], second = [], third = [], fourth = []] = lists
    watch.start()
    const value = run(...lists.map(list => list[0]))
    keep(value)
    if (isPromise(value)) return restOf(value, run, lists, count, watch)
    if (parameters === 1) for (let i = 1; i < count; i++) keep(run(first[i]))
    else if (parameters === 2) for (let i = 1; i < count; i++) keep(run(first[i], second[i]))
    else if (parameters === 3) for (let i = 1; i < count; i++) keep(run(first[i], second[i], third[i]))
    else if (parameters === 4)
      for (let i = 1; i < count; i++) keep(run(first[i], second[i], third[i], fourth[i]))
    else for (let i = 1; i < count; i++) keep(run(...lists.map(list => list[i])))
    watch.stop()
  }
}

async function restOf(
  value: unknown,
  run: (...args: unknown[]) => unknown,
  lists: readonly unknown[][],
  count: number,
  watch: Stopwatch,
): Promise<void> {
  const [first = [], second = []] = lists
  await value
  if (lists.length === 1) for (let i = 1; i < count; i++) keep(await run(first[i]))
  else if (lists.length === 2) for (let i = 1; i < count; i++) keep(await run(first[i], second[i]))
  else for (let i = 1; i < count; i++) keep(await run(...lists.map(list => list[i])))
  watch.stop()
}
