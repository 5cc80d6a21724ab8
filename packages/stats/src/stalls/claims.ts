import type { Span } from './stalls.ts'

/** What stalls took from one stretch of time. */
export interface Claim {
  /** Nanoseconds. */
  readonly ns: number
  readonly stalls: number
}

/** A stretch of time of known length that lies somewhere between two moments. */
export interface Bracket extends Span {
  /** Nanoseconds; all of the bracket where it is absent, or longer. */
  readonly durationNs?: number
}

/**
 * Returns what stalls took from the stretch in each bracket, at least: wherever in it the stretch lies. Null for a bracket
 * that the meter did not watch from beginning to end. Each moment counts once: where stalls overlap, and where brackets
 * do, for the one that begins first.
 */
export function claimsOf(stalls: readonly Span[], brackets: readonly Bracket[], watched: Span) {
  const united = unite(stalls)
  const claims: (Claim | null)[] = brackets.map(() => null)
  let takenUntilNs = Number.NEGATIVE_INFINITY
  let first = 0
  const inOrder = [...brackets.entries()].toSorted(([, a], [, b]) => a.startNs - b.startNs)
  for (const [index, bracket] of inOrder) {
    const { startNs, endNs } = bracket
    const free = { ...bracket, startNs: Math.max(startNs, takenUntilNs) }
    takenUntilNs = Math.max(takenUntilNs, endNs)
    if (startNs < watched.startNs || endNs > watched.endNs) continue
    while (first < united.length && (united[first] as Span).endNs <= free.startNs) first++
    let last = first
    while (last < united.length && (united[last] as Span).startNs < endNs) last++
    claims[index] = leastClaim(united.slice(first, last), free)
  }
  return claims
}

const NO_CLAIM: Claim = { ns: 0, stalls: 0 }

/** A sum of overlaps is least where an edge of the stretch meets one of its bracket or of a stall. */
function leastClaim(stalls: readonly Span[], { startNs, endNs, durationNs = endNs - startNs }: Bracket) {
  if (stalls.length === 0 || endNs <= startNs) return NO_CLAIM
  const lengthNs = Math.min(durationNs, endNs - startNs)
  const latestNs = endNs - lengthNs
  const starts = stalls
    .flatMap(stall => [stall.startNs, stall.endNs, stall.startNs - lengthNs, stall.endNs - lengthNs])
    .filter(ns => ns > startNs && ns < latestNs)
  return [startNs, latestNs, ...starts]
    .map(ns => claimOf(stalls, { startNs: ns, endNs: ns + lengthNs }))
    .reduce((least, claim) => (claim.ns < least.ns ? claim : least))
}

function claimOf(stalls: readonly Span[], { startNs, endNs }: Span): Claim {
  const overlaps = stalls
    .map(stall => Math.min(stall.endNs, endNs) - Math.max(stall.startNs, startNs))
    .filter(ns => ns > 0)
  return { ns: overlaps.reduce((sum, ns) => sum + ns, 0), stalls: overlaps.length }
}

/**
 * Returns how much of a claim a CPU clock has counted, at least: what it did not count of the wall time of the same
 * stretch may all be the claim. Null where the clock was not read. Nanoseconds.
 */
export function claimOnCpu(claimNs: number, wallNs: number, cpuNs: number | null): number | null {
  if (cpuNs === null) return null
  const uncountedNs = Math.max(0, wallNs - cpuNs)
  return Math.max(0, claimNs - uncountedNs)
}

/** Returns stretches in order, with those that touch joined. */
function unite(spans: readonly Span[]): Span[] {
  const united: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startNs - b.startNs)) {
    const last = united.at(-1)
    if (last === undefined || span.startNs > last.endNs) united.push(span)
    else united[united.length - 1] = { startNs: last.startNs, endNs: Math.max(last.endNs, span.endNs) }
  }
  return united
}
