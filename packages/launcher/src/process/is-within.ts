import { processStat } from '../machine/proc.ts'

/**
 * Whether a process is another one or was started by it, at whatever depth. Also true where the platform does not tell,
 * and of a process that has ended.
 */
export function isWithin(pid: number, ancestor: number): boolean {
  for (let at = pid; at !== ancestor; ) {
    const parent = processStat(at)?.parent
    if (parent === undefined) return true
    if (parent <= 1) return false
    at = parent
  }
  return true
}
