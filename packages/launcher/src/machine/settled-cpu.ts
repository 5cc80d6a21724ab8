import type { CpuClock } from './cpu-clock.ts'
import { monotonicNs } from './monotonic.ts'

/** The longest wait for helper threads. */
export const SETTLE_LIMIT_NS = 3e6

/**
 * Returns the CPU time of a process once it sleeps; null where unavailable. After its reply a process still has to go
 * back to waiting, and its collector and compiler threads may be busy. Read too early, their time would count in a batch
 * of another contender, which would also share the core with them.
 *
 * @param pause returns after a time in which the CPU clock of a process that does not sleep moves
 */
export function settledCpuNs(cpuNs: CpuClock, pause: () => void): number | null {
  const limitNs = monotonicNs() + SETTLE_LIMIT_NS
  for (let last = cpuNs(); ; ) {
    pause()
    const now = cpuNs()
    if (now === last || now === null || monotonicNs() > limitNs) return now
    last = now
  }
}
