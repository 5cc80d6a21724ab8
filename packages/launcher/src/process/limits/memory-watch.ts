import { residentBytes } from '../../machine/proc.ts'

const INTERVAL_MS = 50

/**
 * Calls `exceeded` once when the resident set of a process is over the limit.
 *
 * @returns a function that stops watching. Where the platform does not report it, nothing is watched.
 */
export function watchMemory(
  pid: number,
  limitBytes: number,
  exceeded: (residentBytes: number) => void,
): () => void {
  const timer = setInterval(() => {
    const bytes = residentBytes(pid)
    if (bytes === null || bytes <= limitBytes) return
    clearInterval(timer)
    exceeded(bytes)
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
