import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4096
const INTERVAL_MS = 50

/**
 * Calls `exceeded` once when the resident set of a process is over the limit.
 *
 * @returns a function that stops watching. Where the platform does not tell, nothing is watched.
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

/** Returns the resident set of a process in bytes; null where the platform does not tell, or it has ended. */
export function residentBytes(pid: number): number | null {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return Number(pages) * PAGE_BYTES
  } catch {
    return null
  }
}
