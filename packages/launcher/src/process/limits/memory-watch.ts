import { residentBytes } from '../../machine/proc.ts'
import type { Child } from '../child.ts'
import { LaunchError } from '../launch-error.ts'
import type { Limits } from './limits.ts'

const INTERVAL_MS = 50

/**
 * Kills a child when the resident sets of its processes are over the limit together, and calls `exceeded` before. Where the
 * platform does not report them, nothing is watched.
 */
export function watchMemory(
  child: Child,
  pids: () => readonly number[],
  { memoryBytes }: Pick<Limits, 'memoryBytes'>,
  exceeded: (error: LaunchError) => void,
): void {
  const timer = setInterval(() => {
    const bytes = pids().reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0)
    if (bytes <= memoryBytes) return
    clearInterval(timer)
    const [used, limit] = [bytes, memoryBytes].map(value => `${(value / 1e9).toFixed(1)} GB`)
    exceeded(new LaunchError('memory', `used ${used} of memory, over the limit of ${limit}`))
    void child.kill()
  }, INTERVAL_MS)
  timer.unref()
  void child.exited.then(() => clearInterval(timer))
}
