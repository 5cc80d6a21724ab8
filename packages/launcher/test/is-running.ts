import { readFileSync } from 'node:fs'

/** Whether a process exists and is not only waiting for its parent to bury it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}
