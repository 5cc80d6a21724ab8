// The one reader of /proc and /sys. Unavailable values are null, or an empty list: on macOS, for a process that has ended,
// for one that may not be inspected.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { orNull } from './or-null.ts'

/** The fields of `/proc/<pid>/stat` that are used. */
interface ProcessStat {
  /** One letter; `Z` is a zombie. */
  readonly state: string
  readonly parent: number
  readonly group: number
  /** The core it last ran on. */
  readonly core: number | null
  /** When it started, in clock ticks since boot. */
  readonly startTicks: number | null
}

export function processStat(pid: number): ProcessStat | null {
  return parseStat(readProc(`${pid}/stat`))
}

/** Reads fields 3, 4, 5, 22 and 39. The second, the name, may hold spaces and parentheses; none of the later ones does. */
export function parseStat(text: string | null): ProcessStat | null {
  const nameEnd = text?.lastIndexOf(')') ?? -1
  if (text === null || nameEnd < 0) return null
  const fields = text.slice(nameEnd + 2).split(' ', 37)
  const [state = '', parent, group] = fields
  const core = fields[36]
  return {
    state,
    parent: Number(parent),
    group: Number(group),
    core: core ? Number(core) : null,
    startTicks: wholeOf(fields[19]),
  }
}

/** Returns the environment that a process was started with, its variables separated by NUL. */
export function environmentText(pid: number): string | null {
  return readProc(`${pid}/environ`)
}

/** Returns the value of a name in `/proc/<pid>/status`; not of its first line, the name of the process. */
export function processStatus(pid: number | 'self', name: string): string | null {
  return parseStatus(readProc(`${pid}/status`), name)
}

export function parseStatus(text: string | null, name: string): string | null {
  const begin = `\n${name}:`
  const start = text?.lastIndexOf(begin) ?? -1
  if (text === null || start < 0) return null
  const end = text.indexOf('\n', start + begin.length)
  return text.slice(start + begin.length, end < 0 ? undefined : end).trim()
}

/** The unit of times in `/proc`. */
export const TICK_NS = 1e7

/** Returns what the kernel has counted of a process of this user, threads that have ended included. */
export function processCounts(pid: number) {
  return parseProcessCounts(readProc(`${pid}/stat`), readProc(`${pid}/io`))
}

/** Reads fields 10, 12, 14 and 15 of `/proc/<pid>/stat`, and lines as `syscr: 12` of `/proc/<pid>/io`. */
export function parseProcessCounts(stat: string | null, io: string | null) {
  const nameEnd = stat?.lastIndexOf(')') ?? -1
  const fields = stat === null || nameEnd < 0 ? [] : stat.slice(nameEnd + 2).split(' ', 13)
  const field = (number: number) => wholeOf(fields[number - 3])
  const call = (name: string) => wholeOf(io?.match(new RegExp(`^${name}: (\\d+)$`, 'm'))?.[1])
  const [user, system] = [field(14), field(15)]
  return {
    minorFaults: field(10),
    majorFaults: field(12),
    reads: call('syscr'),
    writes: call('syscw'),
    userNs: user === null ? null : user * TICK_NS,
    systemNs: system === null ? null : system * TICK_NS,
  }
}

function wholeOf(text: string | null | undefined): number | null {
  return text != null && /^\d+$/.test(text) ? Number(text) : null
}

/** Returns how often a thread of a process has left its core; null where it has ended. */
export function threadSwitches(pid: number, thread: number) {
  const text = readProc(`${pid}/task/${thread}/status`)
  const [voluntary, involuntary] = ['voluntary', 'nonvoluntary'].map(kind =>
    wholeOf(parseStatus(text, `${kind}_ctxt_switches`)),
  )
  return voluntary == null || involuntary == null ? null : { voluntary, involuntary }
}

/** Returns for how long a thread ran, and was runnable while something else had the core. Nanoseconds. */
export function parseSchedstat(text: string | null) {
  const [cpuNs = null, waitedNs = null] = text?.split(' ', 2).map(Number) ?? []
  return { cpuNs, waitedNs }
}

export function coreTicks() {
  return parseCoreTicks(readProc('stat'), null)
}

/** More than a core's line of `/proc/stat` has before its guests. */
const LINE_LENGTH = 200

/**
 * Reads the time of cores since the machine started, in ticks of 10 ms, and what the hypervisor took of it from
 * `/proc/stat`, where a line is: user, nice, system, idle, waiting, two kinds of interrupts, stolen; guests are in user.
 *
 * @param core null for all together
 */
export function parseCoreTicks(text: string | null, core: number | null) {
  const begin = core === null ? 'cpu ' : `\ncpu${core} `
  const start = text?.indexOf(begin) ?? -1
  if (text === null || start < 0) return null
  const line = text.slice(start + begin.length, start + LINE_LENGTH).trimStart()
  const counts = line.split(' ', 8).map(Number)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.length < 8 || Number.isNaN(all) ? null : { all, stolen: counts[7] ?? 0 }
}

export function processIds(): readonly number[] {
  return numbersIn('/proc')
}

export function threadIds(pid: number): readonly number[] {
  return numbersIn(`/proc/${pid}/task`)
}

/** Returns the processes that the main thread of a process has started, in that order. */
export function childIds(pid: number): readonly number[] {
  return readProc(`${pid}/task/${pid}/children`)?.match(/\d+/g)?.map(Number) ?? []
}

function numbersIn(folder: string): readonly number[] {
  const names = orNull(() => readdirSync(folder)) ?? []
  return names.flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : []))
}

export function residentBytes(pid: number): number | null {
  const pages = readProc(`${pid}/statm`)?.split(' ', 2)[1]
  pageBytes ??= parsePageBytes(readBytes('/proc/self/auxv'))
  return pages === undefined || pageBytes === null ? null : Number(pages) * pageBytes
}

let pageBytes: number | null = null

/** The key of the page size in the auxiliary vector; 0 ends the vector. */
const AT_PAGESZ = 6n

/** Reads the page size out of the pairs of 64-bit words that the kernel hands a process at its start. */
export function parsePageBytes(auxv: Uint8Array | null): number | null {
  if (auxv === null) return null
  const words = new BigUint64Array(Uint8Array.from(auxv).buffer, 0, auxv.length >> 3)
  for (let at = 0; at + 1 < words.length && words[at] !== 0n; at += 2) {
    if (words[at] === AT_PAGESZ) return Number(words[at + 1])
  }
  return null
}

/** Returns the processes that have locked a file with `flock`, by its number on its device. */
export function fileLockers(inode: bigint): readonly number[] {
  return lockersIn(readProc('locks'), inode)
}

/** Reads lines as `1: FLOCK  ADVISORY  WRITE 4242 fe:00:1234 0 EOF`. The kernel writes 0 for a process that is not ours to see. */
export function lockersIn(locks: string | null, inode: bigint): readonly number[] {
  const found = locks?.matchAll(/^\d+: FLOCK +\S+ +\S+ +([1-9]\d*) +[\da-f]+:[\da-f]+:(\d+) /gm) ?? []
  return Array.from(found).flatMap(([, pid, file]) => (file === String(inode) ? [Number(pid)] : []))
}

let virtual: boolean | null | undefined

/** Returns whether this machine is the guest of a hypervisor; null where it does not tell. */
export function isVirtual(): boolean | null {
  if (virtual === undefined) virtual = isGuestBy(readProc('cpuinfo'))
  return virtual
}

/** A CPU of x64 has a flag for it. One of ARM has features in place of flags, and none of them tells. */
export function isGuestBy(cpuinfo: string | null): boolean | null {
  return cpuinfo !== null && /^flags\b/m.test(cpuinfo) ? cpuinfo.includes(' hypervisor') : null
}

/** Returns a file below `/proc` or `/sys` without the spaces around its text; null where it cannot be read, or is empty. */
export function systemText(file: string): string | null {
  return readText(file)?.trim() || null
}

/** More than `/proc/stat` needs for 200 cores, which stand at its beginning. */
const BUFFER_BYTES = 16384

const buffer = Buffer.alloc(BUFFER_BYTES)

/** Opens a file below `/proc`, of which `read` returns the first 16 KB: opening costs more than reading. */
export function openProc(name: string) {
  let file = orNull(() => openSync(`/proc/${name}`, 'r'))
  return {
    read() {
      if (file === null) return null
      try {
        return buffer.toString('latin1', 0, readSync(file, buffer, 0, BUFFER_BYTES, 0))
      } catch {
        return null
      }
    },
    close() {
      if (file !== null) closeSync(file)
      // The descriptor may soon belong to another file.
      file = null
    },
  }
}

function readProc(name: string): string | null {
  return readText(`/proc/${name}`)
}

function readText(file: string): string | null {
  return readBytes(file)?.toString('utf8') ?? null
}

/** Returns a file below `/proc` or `/sys`; null where it cannot be read. */
export function readBytes(file: string): Buffer | null {
  return orNull(() => readFileSync(file))
}
