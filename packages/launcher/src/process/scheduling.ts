import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** Where the time of a main thread went so far, on which all four runtimes run JavaScript. */
export interface MainThreadTimes {
  /** CPU time. Nanoseconds; null where the platform does not tell. */
  readonly mainCpuNs: number | null
  /** Time in which it could have run and something else had the core. Nanoseconds. */
  readonly waitedNs: number | null
}

/** What the kernel has counted so far; null where the platform does not tell. */
export interface SchedulingCounts {
  /** How often the main thread was switched out although it could have gone on. */
  readonly preemptions: number | null
  /** The core the main thread last ran on. */
  readonly core: number | null
  /** Time that the hypervisor took from that core, in ticks of 10 ms; null on bare metal. Nanoseconds. */
  readonly stolenNs: number | null
}

/** Reads what the kernel notes of one process. */
export interface SchedulingReader {
  /** Takes about 5 µs. */
  times(): MainThreadTimes
  /** Takes about 100 µs. */
  counts(): SchedulingCounts
  close(): void
}

const TICK_NS = 1e7

/** More than a core's line of `/proc/stat` has. */
const LINE_LENGTH = 200

/** More than `/proc/stat` needs for 200 cores, which stand at its beginning. */
const BUFFER_BYTES = 16384

const buffer = Buffer.alloc(BUFFER_BYTES)

/** Returns the reader of a process. Its files stay open until it is closed: opening costs more than reading. */
export function schedulingOf(pid: number): SchedulingReader {
  const files: (number | null)[] = [
    openToRead(`/proc/${pid}/schedstat`),
    openToRead(`/proc/${pid}/task/${pid}/status`),
    openToRead(`/proc/${pid}/task/${pid}/stat`),
    isVirtual() ? openToRead('/proc/stat') : null,
  ]
  return {
    times() {
      const [mainCpuNs = null, waitedNs = null] = text(files[0])?.split(' ').map(Number) ?? []
      return { mainCpuNs, waitedNs }
    },
    counts() {
      const [, status, stat, machine] = files
      const core = coreOf(text(stat))
      return {
        preemptions: preemptionsOf(text(status)),
        core,
        stolenNs: core === null ? null : stolenNsOf(text(machine), core),
      }
    },
    close() {
      // Its number may soon be another file's.
      for (const file of files.splice(0)) if (file !== null) closeSync(file)
    },
  }
}

function openToRead(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch {
    return null
  }
}

function text(file: number | null = null): string | null {
  if (file === null) return null
  try {
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, BUFFER_BYTES, 0))
  } catch {
    return null
  }
}

const PREEMPTIONS = '\nnonvoluntary_ctxt_switches:\t'

function preemptionsOf(status: string | null): number | null {
  const start = status?.lastIndexOf(PREEMPTIONS) ?? -1
  return status === null || start < 0 ? null : Number.parseInt(status.slice(start + PREEMPTIONS.length), 10)
}

/** Field 39 of `/proc/<pid>/stat`; the second, the name, may hold spaces and parentheses. */
function coreOf(stat: string | null): number | null {
  const core = stat?.slice(stat.lastIndexOf(')') + 2).split(' ', 37)[36]
  return core ? Number(core) : null
}

/** The eighth number of a core's line of `/proc/stat`. */
function stolenNsOf(machine: string | null, core: number): number | null {
  const start = machine?.indexOf(`\ncpu${core} `) ?? -1
  const ticks = start < 0 ? undefined : machine?.slice(start + 1, start + LINE_LENGTH).split(' ', 9)[8]
  return ticks ? Number.parseInt(ticks, 10) * TICK_NS : null
}

let virtual: boolean | null = null

/** On bare metal nobody steals, and of many cores the file is long. */
function isVirtual(): boolean {
  try {
    virtual ??= readFileSync('/proc/cpuinfo', 'utf8').includes(' hypervisor')
  } catch {
    virtual = false
  }
  return virtual
}
