import { processStat } from '../src/machine/proc.ts'

/** Whether a process exists and is not only waiting for its parent to bury it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = processStat(pid)
  return stat !== null && stat.state !== 'Z'
}
