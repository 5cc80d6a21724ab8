import { cFunctions } from './c-functions.ts'

/** Reads the CPU time that all threads of a process have used, in nanoseconds; null where it is unavailable. */
export type CpuClock = () => number | null

/** Returns the CPU clock of a process: the kernel's process clock of Linux, which includes threads that have ended. */
export function cpuClockOf(pid: number): CpuClock {
  const calls = process.platform === 'linux' ? cFunctions('clock_gettime') : null
  if (calls === null) return () => null
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

/** Returns the sum; null where a value is unknown. */
export function total(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
