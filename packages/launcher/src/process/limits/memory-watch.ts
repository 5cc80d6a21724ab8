import { residentBytes } from '../../machine/proc.ts'
import { LaunchError } from '../launch-error.ts'
import type { Limits } from './limits.ts'

const INTERVAL_MS = 50

/**
 * Calls `exceeded` once when the resident set of a process is over the limit.
 *
 * @returns a function that stops watching. Where the platform does not report it, nothing is watched.
 */
export function watchMemory(
  pid: number,
  { memoryBytes }: Pick<Limits, 'memoryBytes'>,
  exceeded: (error: LaunchError) => void,
): () => void {
  const timer = setInterval(() => {
    const bytes = residentBytes(pid)
    if (bytes === null || bytes <= memoryBytes) return
    clearInterval(timer)
    const [used, limit] = [bytes, memoryBytes].map(value => `${(value / 1e9).toFixed(1)} GB`)
    exceeded(new LaunchError('memory', `used ${used} of memory, over the limit of ${limit}`))
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
