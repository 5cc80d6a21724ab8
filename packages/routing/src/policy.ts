import type { ServerPool } from '@steelyard/harness'

/** The header of a response that names its process, by index. */
export const PROCESS_HEADER = 'x-steelyard-process'

/** The task of a router, as JSON on its command line. */
export interface RouterTask {
  readonly policy: ServerPool['policy']
  readonly delayMs: number
  /** How much the link to the client carries; null for any amount. */
  readonly mbitPerSecond: number | null
  readonly servers: readonly { readonly port: number; readonly pid: number }[]
}

/** A router's view of a process. */
export interface ProcessState {
  /** Requests sent to it and not answered. */
  readonly underWay: number
  /** The share of a core that it used of late, 0 to 1; see `BusyWindow`. */
  readonly busyShare: number
}

/** From this share of a core on, work is CPU-heavy: a request that waits for something uses far less. */
export const BUSY_SHARE = 0.15

/** How often a router reads the CPU clocks of its processes, and over how long the share is taken. */
export const CHECK_NS = 5e6
export const BUSY_WINDOW_NS = 20e6

/**
 * Returns the index of the process that gets the next request, after `routed` others; RangeError when there are none.
 *
 * - `one-warm`: always the first, which is warm.
 * - `spread`: the one with the fewest requests under way; among equals they take turns.
 * - `spread-when-busy`: the first that was not seen at CPU-heavy work; when all were, as `spread`.
 */
export function chooseProcess(
  policy: ServerPool['policy'],
  processes: readonly ProcessState[],
  routed: number,
): number {
  if (processes.length === 0) throw new RangeError('Cannot route a request: there are no processes.')
  if (policy === 'one-warm') return 0
  if (policy === 'spread-when-busy') {
    const calm = processes.findIndex(({ busyShare }) => busyShare < BUSY_SHARE)
    if (calm >= 0) return calm
  }
  return fewestUnderWay(processes, routed % processes.length)
}

/** Goes around once from `first` on: the first of several minima wins. */
function fewestUnderWay(processes: readonly ProcessState[], first: number): number {
  const order = processes.map((_, step) => (first + step) % processes.length)
  const underWay = (index: number) => processes[index]?.underWay ?? Infinity
  return order.reduce((best, index) => (underWay(index) < underWay(best) ? index : best))
}

/** Turns readings of a CPU clock into the share of a core used within the last `BUSY_WINDOW_NS`. */
export class BusyWindow {
  readonly #readings: { readonly atNs: number; readonly cpuNs: number }[] = []

  /** Takes one reading; both numbers never go back. */
  add(atNs: number, cpuNs: number): void {
    this.#readings.push({ atNs, cpuNs })
    while ((this.#readings[1]?.atNs ?? Infinity) <= atNs - BUSY_WINDOW_NS) this.#readings.shift()
  }

  /** The share over the readings kept; 0 before there are two. */
  get share(): number {
    const first = this.#readings[0]
    const last = this.#readings.at(-1)
    if (first === undefined || last === undefined || last.atNs === first.atNs) return 0
    return (last.cpuNs - first.cpuNs) / Math.max(last.atNs - first.atNs, BUSY_WINDOW_NS)
  }
}
