import type { MadeCase } from '@steelyard/harness/adopted'
import { type CallTimer, callWindow, type TimedCall } from '../runtime/call-window.ts'
import { isPromise } from '../runtime/promise.ts'

/** What a benchmark is given. */
interface Context {
  readonly name: string
  readonly origin: string
  start(): void
  end(): void
}

type OwnClock = Pick<CallTimer, 'start' | 'end'>

export type BenchFn = (context: Context) => unknown

/** Returns the case of a function: its calls from start to end, where its first one says so; otherwise all of it. */
export async function madeCase(name: string, fn: BenchFn): Promise<MadeCase> {
  const used = fn.length === 0 ? { start: false, end: false } : await usedBy(name, fn)
  if (!used.start && !used.end) {
    const isAwaited = fn.constructor.name === 'AsyncFunction'
    const made = { run: fn as () => unknown, state: contextOf(name, UNEXPECTED) }
    return isAwaited ? made : { ...made, awaitsNothing: true }
  }
  return callWindow(timedCall(name, fn, used.start))
}

function contextOf(name: string, { start, end }: OwnClock): Context {
  return { name, origin: '', start, end }
}

/** The clock of a case that is timed as a whole. */
const UNEXPECTED: OwnClock = { start: unexpected, end: unexpected }

function unexpected(): never {
  throw new Error('it starts or ends its own clock in some of its calls only')
}

async function usedBy(name: string, fn: BenchFn): Promise<Readonly<Record<'start' | 'end', boolean>>> {
  const used = { start: false, end: false }
  const start = () => {
    used.start = true
  }
  const end = () => {
    used.end = true
  }
  await fn(contextOf(name, { start, end }))
  return used
}

/** Without a start, the time of a call begins with it; without an end, it ends with it. */
function timedCall(name: string, fn: BenchFn, usesStart: boolean): TimedCall {
  let timer: OwnClock | null = null
  let state: 'waiting' | 'running' | 'ended' = 'waiting'
  const start = () => {
    if (state !== 'waiting') unexpected()
    state = 'running'
    timer?.start()
  }
  const end = () => {
    if (state !== 'running') unexpected()
    timer?.end()
    state = 'ended'
  }
  const finish = () => {
    if (state !== 'ended') end()
  }
  const context = contextOf(name, { start, end })
  return one => {
    timer = one
    state = 'waiting'
    if (!usesStart) start()
    const value = fn(context)
    return isPromise(value) ? value.then(finish) : finish()
  }
}
