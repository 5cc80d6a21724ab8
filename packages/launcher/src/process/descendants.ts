import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { orNull } from '../machine/or-null.ts'
import { environmentText, processIds, processStat } from '../machine/proc.ts'

/** The variable that marks a child and all that it starts, in their environment. */
export const MARK = 'STEELYARD_CHILD'

/** Marks folders and processes with pid namespace, pid and start time of the host, since pids are reused. */
const HOST = /(\d+)-(\d+)-(\d+)/

let children = 0
let host: string | undefined

/** Identifies this process among all that ever ran on this machine since it started; empty without /proc. */
export function hostMark(): string {
  host ??= ownMark()
  return host
}

function ownMark(): string {
  const namespace = pidNamespace()
  const startTicks = processStat(process.pid)?.startTicks ?? null
  return namespace === null || startTicks === null ? '' : `${namespace}-${process.pid}-${startTicks}`
}

export function nextChildMark(): string {
  return `${hostMark()}.${++children}`
}

/**
 * Kills all processes with this mark, also those that left the group of their parent, and returns how many there were.
 * A process that cleared its environment is not found; on macOS none is.
 */
export function killMarked(mark: string): number {
  return killWhere(text => text === mark)
}

/** Kills what the children of dead hosts have left, and removes the temporary folders of these hosts. */
export function removeLeftovers(folder: string): number {
  // Whatever lives could write into its folder while that is removed.
  const killed = killWhere(isOfDeadHost)
  for (const name of orNull(() => readdirSync(folder)) ?? []) {
    if (!name.startsWith('steelyard-') || !isOfDeadHost(name)) continue
    // What was killed may write until it has ended; a folder of another user stays. The next run tries again.
    orNull(() => rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }))
  }
  return killed
}

function killWhere(isWanted: (mark: string) => boolean): number {
  const pids = processIds().filter(pid => {
    const mark = markOf(pid)
    return mark !== null && isWanted(mark) && processStat(pid)?.state !== 'Z'
  })
  for (const pid of pids) {
    // The process may have ended meanwhile, and a file of that name be another user's.
    orNull(() => {
      process.kill(pid, 'SIGKILL')
      // A profiled engine writes the map of its machine code where perf looks for it.
      rmSync(`/tmp/perf-${pid}.map`, { force: true })
    })
  }
  return pids.length
}

function markOf(pid: number): string | null {
  const text = environmentText(pid)
  const start = text === null ? -1 : `\0${text}`.indexOf(`\0${MARK}=`)
  return text === null || start < 0 ? null : (text.slice(start + MARK.length + 1).split('\0', 1)[0] ?? null)
}

function isOfDeadHost(text: string): boolean {
  const [, namespace, pid, startTicks] = HOST.exec(text) ?? []
  return namespace === pidNamespace() && hasEnded(Number(pid), Number(startTicks))
}

/** Whether a process that started at a time has ended; its parent may not have noticed yet. */
export function hasEnded(pid: number, startTicks: number | null): boolean {
  const stat = processStat(pid)
  return stat === null || stat.state === 'Z' || stat.startTicks !== startTicks
}

/** Pids of other namespaces mean nothing here. */
function pidNamespace(): string | null {
  return orNull(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? null)
}
