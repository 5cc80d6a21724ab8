import {
  isVirtual,
  openProc,
  parseCoreTicks,
  parseSchedstat,
  parseStat,
  parseStatus,
  TICK_NS,
} from './proc.ts'

/** Where the time of a main thread went so far; all four runtimes run JavaScript on it. */
export interface MainThreadTimes {
  /** CPU time. Nanoseconds; null where the platform does not report it. */
  readonly mainCpuNs: number | null
  /** Time in which it was runnable while something else had the core. Nanoseconds. */
  readonly waitedNs: number | null
}

/** The kernel's counts so far; null where the platform does not report them. */
export interface SchedulingCounts {
  /** Involuntary context switches of the main thread. */
  readonly preemptions: number | null
  /** The core the main thread last ran on. */
  readonly core: number | null
  /** Time that the hypervisor took from that core, in ticks of 10 ms; null on bare metal. Nanoseconds. */
  readonly stolenNs: number | null
}

export type Scheduling = MainThreadTimes & SchedulingCounts

/** Returns what two readings lie apart; null where either is unknown. */
export function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before
}

/** Reads the kernel's accounting of one process. */
export interface SchedulingReader {
  /** Takes about 5 µs. */
  times(): MainThreadTimes
  /** Whether its main thread runs, or waits for a core. Takes about 10 µs. */
  isRunnable(): boolean
  /** Takes about 100 µs. */
  counts(): SchedulingCounts
  close(): void
}

/** Returns a reader of how long the thread that calls it has waited for a core; null where it cannot be read. Nanoseconds. */
export function ownWaits(): { read(): number | null; close(): void } {
  const schedstat = openProc('thread-self/schedstat')
  return { read: () => parseSchedstat(schedstat.read()).waitedNs, close: () => schedstat.close() }
}

/** Returns the reader of a process. Its files stay open until it is closed. */
export function schedulingOf(pid: number): SchedulingReader {
  const schedstat = openProc(`${pid}/schedstat`)
  const status = openProc(`${pid}/task/${pid}/status`)
  const stat = openProc(`${pid}/task/${pid}/stat`)
  // On bare metal no time is stolen, and with many cores the file is long.
  const machine = isVirtual() === false ? null : openProc('stat')
  return {
    times() {
      const { cpuNs, waitedNs } = parseSchedstat(schedstat.read())
      return { mainCpuNs: cpuNs, waitedNs }
    },
    isRunnable: () => parseStat(stat.read())?.state === 'R',
    counts() {
      const core = parseStat(stat.read())?.core ?? null
      const preemptions = parseStatus(status.read(), 'nonvoluntary_ctxt_switches')
      const ticks = core === null || machine === null ? null : parseCoreTicks(machine.read(), core)
      return {
        preemptions: preemptions === null ? null : Number(preemptions),
        core,
        stolenNs: ticks === null ? null : ticks.stolen * TICK_NS,
      }
    },
    close() {
      for (const file of [schedstat, status, stat, machine]) file?.close()
    },
  }
}
