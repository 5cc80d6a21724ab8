import { residentBytes } from '../../machine/proc.ts'
import type { Child } from '../child.ts'
import { LaunchError } from '../launch-error.ts'
import type { Limits } from './limits.ts'

const INTERVAL_MS = 50

/**
 * Kills a child when the resident set of its process `pid` is over the limit, and calls `exceeded` before. Where the platform
 * does not report it, nothing is watched.
 */
export function watchMemory(
  child: Child,
  pid: number,
  { memoryBytes }: Pick<Limits, 'memoryBytes'>,
  exceeded: (error: LaunchError) => void,
): void {
  const timer = setInterval(() => {
    const bytes = residentBytes(pid)
    if (bytes === null || bytes <= memoryBytes) return
    clearInterval(timer)
    const [used, limit] = [bytes, memoryBytes].map(value => `${(value / 1e9).toFixed(1)} GB`)
    exceeded(new LaunchError('memory', `used ${used} of memory, over the limit of ${limit}`))
    void child.kill()
  }, INTERVAL_MS)
  timer.unref()
  void child.exited.then(() => clearInterval(timer))
}
