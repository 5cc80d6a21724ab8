/** The first reading of a clock takes up to a millisecond. */
const READINGS = 10

/** Origin of `performance.now`, which is the same clock with another beginning. Nanoseconds. */
const originNs = findOrigin()

/** Returns CLOCK_MONOTONIC, which all processes share, in nanoseconds: a double holds it exactly for a hundred days. */
export function monotonicNs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e9 + nanoseconds
}

/** Returns a moment of this thread's `performance.now` as nanoseconds of CLOCK_MONOTONIC, less than a microsecond off. */
export function monotonicOf(atMs: number): number {
  return originNs + atMs * 1e6
}

/** Returns the origin by the two readings that lay closest together. */
function findOrigin(): number {
  let [bestNs, closestMs] = [0, Number.POSITIVE_INFINITY]
  for (let reading = 0; reading < READINGS; reading++) {
    const beforeMs = performance.now()
    const ns = monotonicNs()
    const afterMs = performance.now()
    if (afterMs - beforeMs >= closestMs) continue
    closestMs = afterMs - beforeMs
    bestNs = ns - ((beforeMs + afterMs) / 2) * 1e6
  }
  return bestNs
}
