import { BusyWindow, CHECK_NS, chooseProcess, type Policy } from './policy.ts'

/** A part of serving a request: computing, which occupies its process, or waiting for something, which does not. */
export type Step = { readonly cpuNs: number } | { readonly waitNs: number }

export interface Arrival {
  readonly atNs: number
  /** A label for the outcome. */
  readonly kind: string
  readonly steps: readonly Step[]
  /** What network, router and client add, in which it waits for nothing in the pool. */
  readonly overheadNs: number
}

/** The outcome of one request. */
export interface Served {
  readonly kind: string
  /** The process it went to. */
  readonly process: number
  /** From arrival to response: the sum of the three below. */
  readonly latencyNs: number
  /** Time in which it was ready and its process worked for others, or its process waited for a core. */
  readonly queueNs: number
  readonly cpuNs: number
  /** Waiting of its own, and overhead. */
  readonly waitNs: number
}

export interface SimulationOptions {
  /** In order of time. */
  readonly arrivals: readonly Arrival[]
  readonly processes: number
  readonly cores: number
  readonly policy: Policy
}

/**
 * Simulates a pool of single-threaded processes on a machine, event by event, and returns what became of each arrival,
 * in their order. A process works on what is ready in the order in which it became ready, one step to its end. Processes
 * that have work share the cores equally, none with more than one: a machine whose scheduler switches finely.
 *
 * RangeError unless there is a process and a core, and arrivals are in order.
 */
export function simulatePool({ arrivals, processes, cores, policy }: SimulationOptions): Served[] {
  if (!(processes >= 1 && cores > 0)) throw new RangeError('Cannot simulate a pool of nothing.')
  const pool = Array.from({ length: processes }, () => new SimulatedProcess())
  const requests = arrivals.map(arrival => ({ arrival, process: 0, step: -1, endNs: Number.NaN }))
  const waiting: Waiting[] = []
  let nowNs = 0
  let routed = 0
  let ended = 0
  let nextCheckNs = policy === 'spread-when-busy' ? 0 : Infinity

  const goOn = (request: Request) => {
    const step = request.arrival.steps[++request.step]
    const process = pool[request.process]
    if (process === undefined) return
    if (step === undefined) {
      process.underWay--
      request.endNs = nowNs
      ended++
    } else if ('waitNs' in step) waiting.push({ request, untilNs: nowNs + step.waitNs })
    else process.ready.push({ request, leftNs: step.cpuNs })
  }

  while (ended < requests.length) {
    const active = pool.filter(({ ready }) => ready.length > 0)
    const speed = Math.min(1, cores / active.length)
    const arrival = requests[routed]
    const nextNs = Math.min(
      arrival?.arrival.atNs ?? Infinity,
      nextCheckNs,
      ...waiting.map(({ untilNs }) => untilNs),
      ...active.map(({ ready }) => nowNs + (ready[0]?.leftNs ?? 0) / speed),
    )
    if (nextNs < nowNs) throw new RangeError('Cannot simulate arrivals that are not in order of time.')
    for (const process of active) process.work((nextNs - nowNs) * speed)
    nowNs = nextNs
    for (const process of active) {
      const done = process.takeDone()
      if (done) goOn(done)
    }
    for (const { request } of takeOver(waiting, nowNs)) goOn(request)
    if (nextCheckNs <= nowNs) {
      for (const process of pool) process.busy.add(nowNs, process.cpuNs)
      nextCheckNs += CHECK_NS
    }
    if (arrival !== undefined && arrival.arrival.atNs <= nowNs) {
      const states = pool.map(({ underWay, busy }) => ({ underWay, busyShare: busy.share }))
      arrival.process = chooseProcess(policy, states, routed++)
      const process = pool[arrival.process]
      if (process) process.underWay++
      goOn(arrival)
    }
  }
  return requests.map(servedOf)
}

interface Request {
  readonly arrival: Arrival
  process: number
  step: number
  endNs: number
}

interface Waiting {
  readonly request: Request
  readonly untilNs: number
}

/** Less than this much work is rounding. */
const ROUNDING_NS = 1e-3

class SimulatedProcess {
  underWay = 0
  cpuNs = 0
  readonly busy = new BusyWindow()
  readonly ready: { readonly request: Request; leftNs: number }[] = []

  work(workNs: number): void {
    const [head] = this.ready
    if (head === undefined) return
    head.leftNs -= workNs
    this.cpuNs += workNs
  }

  takeDone(): Request | null {
    const [head] = this.ready
    return head !== undefined && head.leftNs <= ROUNDING_NS ? (this.ready.shift()?.request ?? null) : null
  }
}

/** Takes out those whose time has come, in order of time. */
function takeOver(waiting: Waiting[], nowNs: number): Waiting[] {
  const over = waiting.filter(({ untilNs }) => untilNs <= nowNs)
  if (over.length > 0) waiting.splice(0, waiting.length, ...waiting.filter(({ untilNs }) => untilNs > nowNs))
  return over.sort((a, b) => a.untilNs - b.untilNs)
}

function servedOf({ arrival, process, endNs }: Request): Served {
  const cpuNs = sum(arrival.steps.map(step => ('cpuNs' in step ? step.cpuNs : 0)))
  const waitNs = sum(arrival.steps.map(step => ('waitNs' in step ? step.waitNs : 0))) + arrival.overheadNs
  const latencyNs = endNs - arrival.atNs + arrival.overheadNs
  return { kind: arrival.kind, process, latencyNs, queueNs: latencyNs - cpuNs - waitNs, cpuNs, waitNs }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
