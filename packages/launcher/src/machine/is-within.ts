import { processStat } from './proc.ts'

/**
 * Whether a process is another one or a descendant of it. Also true where the platform does not report it, and for a
 * process that has ended.
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
