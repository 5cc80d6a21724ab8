import type { Span } from './span.ts'

/** What stalls took from one stretch of time. */
export interface Claim {
  /** Nanoseconds. */
  readonly ns: number
  /** Number of stalls that reach into it. */
  readonly stalls: number
}

/**
 * Returns what stalls took from each interval; null for one that the meter did not watch from beginning to end. Each
 * moment counts once: where stalls overlap, and where intervals do, for the interval that begins first.
 *
 * @param watched when the meter watched
 */
export function claimsOf(
  stalls: readonly Span[],
  intervals: readonly Span[],
  watched: Span,
): (Claim | null)[] {
  const united = unite(stalls)
  const claims: (Claim | null)[] = intervals.map(() => null)
  let takenUntilNs = Number.NEGATIVE_INFINITY
  let first = 0
  for (const index of orderOf(intervals)) {
    const { startNs, endNs } = intervals[index] as Span
    const fromNs = Math.max(startNs, takenUntilNs)
    takenUntilNs = Math.max(takenUntilNs, endNs)
    if (startNs < watched.startNs || endNs > watched.endNs) continue
    while (first < united.length && (united[first] as Span).endNs <= fromNs) first++
    let [ns, count] = [0, 0]
    for (let at = first; at < united.length; at++) {
      const stall = united[at] as Span
      if (stall.startNs >= endNs) break
      const overlapNs = Math.min(stall.endNs, endNs) - Math.max(stall.startNs, fromNs)
      if (overlapNs <= 0) continue
      ns += overlapNs
      count++
    }
    claims[index] = { ns, stalls: count }
  }
  return claims
}

/**
 * Returns how much of a claim a CPU clock has counted, at least: what it did not count of the wall time may all be the
 * claim. Null where the clock was not read. Nanoseconds.
 *
 * @param wallNs of the same stretch of time as cpuNs
 */
export function claimOnCpu(claimNs: number, wallNs: number, cpuNs: number | null): number | null {
  if (cpuNs === null) return null
  const uncountedNs = Math.max(0, wallNs - cpuNs)
  return Math.max(0, claimNs - uncountedNs)
}

/** Returns stretches in order, with those that touch joined. */
function unite(spans: readonly Span[]): Span[] {
  const united: Span[] = []
  for (const index of orderOf(spans)) {
    const span = spans[index] as Span
    const last = united.at(-1)
    if (last === undefined || span.startNs > last.endNs) united.push(span)
    else united[united.length - 1] = { startNs: last.startNs, endNs: Math.max(last.endNs, span.endNs) }
  }
  return united
}

function orderOf(spans: readonly Span[]): number[] {
  return Array.from(spans.keys()).sort(
    (a, b) => (spans[a] as Span).startNs - (spans[b] as Span).startNs || a - b,
  )
}
