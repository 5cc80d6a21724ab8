import type { MadeCase, Stopwatch } from '@steelyard/harness/adopted'
import { callWindow, type TimedCall } from '../runtime/call-window.ts'
import { isPromise } from '../runtime/promise.ts'

export type BenchFn = (context: ReturnType<typeof contextOf>) => unknown

/** Returns the case of a function: its calls from start to end, where its first one says so; otherwise all of it. */
export async function madeCase(name: string, fn: BenchFn): Promise<MadeCase> {
  const used = await usedBy(name, fn)
  if (used.size === 0) {
    const isAwaited = fn.constructor.name === 'AsyncFunction'
    const made = { run: fn as () => unknown, state: contextOf(name, unexpected, unexpected) }
    return isAwaited ? made : { ...made, awaitsNothing: true }
  }
  return callWindow(timedCall(name, fn, used.has('start')))
}

/** Returns what a benchmark is given. */
function contextOf(name: string, start: () => void, end: () => void) {
  return { name, origin: '', start, end }
}

function unexpected(): never {
  throw new Error('it starts or ends its own clock in some of its calls only')
}

async function usedBy(name: string, fn: BenchFn): Promise<Set<'start' | 'end'>> {
  const used = new Set<'start' | 'end'>()
  const context = contextOf(
    name,
    () => void used.add('start'),
    () => void used.add('end'),
  )
  if (fn.length > 0) await fn(context)
  return used
}

/** Without a start, the time of a call begins with it; without an end, it ends with it. */
function timedCall(name: string, fn: BenchFn, usesStart: boolean): TimedCall {
  let watch: Stopwatch | null = null
  let state: 'waiting' | 'running' | 'ended' = 'waiting'
  const start = () => {
    if (state !== 'waiting') unexpected()
    state = 'running'
    watch?.start()
  }
  const end = () => {
    if (state !== 'running') unexpected()
    watch?.stop()
    state = 'ended'
  }
  const finish = () => {
    if (state !== 'ended') end()
  }
  const context = contextOf(name, start, end)
  return one => {
    watch = one
    state = 'waiting'
    if (!usesStart) start()
    const value = fn(context)
    return isPromise(value) ? value.then(finish) : finish()
  }
}
