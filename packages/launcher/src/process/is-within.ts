import { readFileSync } from 'node:fs'

/**
 * Whether a process is another one or was started by it, at whatever depth. Also true where the platform does not tell,
 * and of a process that has ended.
 */
export function isWithin(pid: number, ancestor: number): boolean {
  for (let at = pid; at !== ancestor; ) {
    const parent = parentOf(at)
    if (parent === null) return true
    if (parent <= 1) return false
    at = parent
  }
  return true
}

/** Field 4 of /proc/<pid>/stat; the second, the name, may hold spaces and parentheses. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
