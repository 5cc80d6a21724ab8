/** The first reading of a clock takes up to a millisecond. */
const READINGS = 10

/** Of `performance.now`, which is the same clock with another beginning. Nanoseconds. */
const originNs = findOrigin()

/** Returns a moment of `performance.now` as nanoseconds of CLOCK_MONOTONIC, which all processes share. */
export function monotonicNs(atMs: number = performance.now()): number {
  return originNs + atMs * 1e6
}

/** Returns the origin by the two readings that lay closest together; off by less than a microsecond. */
function findOrigin(): number {
  let [bestNs, closestMs] = [0, Number.POSITIVE_INFINITY]
  for (let reading = 0; reading < READINGS; reading++) {
    const beforeMs = performance.now()
    const [seconds, nanoseconds] = process.hrtime()
    const afterMs = performance.now()
    if (afterMs - beforeMs >= closestMs) continue
    closestMs = afterMs - beforeMs
    bestNs = seconds * 1e9 + nanoseconds - ((beforeMs + afterMs) / 2) * 1e6
  }
  return bestNs
}
