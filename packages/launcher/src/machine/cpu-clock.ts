import { cFunctions } from './c-functions.ts'
import { threadIds, threadSchedstat } from './proc.ts'

/** Reads the CPU time that all threads of a process have used, in nanoseconds; null where it is unavailable. */
export type CpuClock = () => number | null

/**
 * Returns the CPU clock of a process. On Linux that is the kernel's process clock, which includes threads that
 * have ended; without `node:ffi` it is the sum over live threads, which is null once one has ended.
 */
export function cpuClockOf(pid: number): CpuClock {
  if (process.platform !== 'linux') return () => null
  return kernelClock(pid) ?? threadSum(pid)
}

function kernelClock(pid: number): CpuClock | null {
  const calls = cFunctions('clock_gettime')
  if (calls === null) return null
  const { clock_gettime } = calls
  // The kernel's MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED), include/linux/posix-timers.h.
  const clockId = (~pid << 3) | 2
  const timespec = new BigInt64Array(2)
  return () => {
    if (clock_gettime(clockId, timespec) !== 0) return null
    const [seconds = 0n, nanoseconds = 0n] = timespec
    return Number(seconds) * 1e9 + Number(nanoseconds)
  }
}

/** Sums the CPU time of each thread; exported for the test that shows what it loses. */
export function threadSum(pid: number): CpuClock {
  let threads: readonly number[] = []
  return () => {
    const now = threadIds(pid)
    const ended = now.length === 0 || threads.some(thread => !now.includes(thread))
    threads = now
    if (ended) return null
    return now.reduce<number | null>((sum, thread) => {
      const { cpuNs } = threadSchedstat(pid, thread)
      return sum === null || cpuNs === null ? null : sum + cpuNs
    }, 0)
  }
}
