/** Speeds this much apart are two, when the other contenders on the core did not change likewise. */
const CHANGE_ALONE = Math.log(1.15)

/** No neighbour makes the fastest of many batches this much slower: code was optimised, or given up. */
const CHANGE_IN_ANY_CASE = Math.log(2.2)

/** With fewer batches in a third nobody can tell a change from noise. */
const SMALLEST_THIRD = 3

/**
 * Returns for each contender of a group whether it was of another speed at the end of a window than at its beginning:
 * optimised late, or sent back to slower code. Looks at the fastest batch of the first third and of the last, since
 * noise only adds, and at what all changed alike, since that is the core and not the code. How fast one contender is
 * against another plays no part.
 *
 * @param groupNs samples of each contender, in the order they were taken
 */
export function changedSpeeds(groupNs: readonly (readonly number[])[]): boolean[] {
  const changes = groupNs.map(changeOf)
  return changes.map((change, index) => {
    if (change === null) return false
    if (Math.abs(change) > CHANGE_IN_ANY_CASE) return true
    const others = changes.flatMap((other, at) => (other === null || at === index ? [] : [other]))
    const isOddOneOut = others.length > 0 && others.every(other => Math.abs(change - other) > CHANGE_ALONE)
    // Of two, either may be the odd one: it is the one that changed more.
    return isOddOneOut && (others.length > 1 || Math.abs(change) > Math.abs(others[0] ?? 0))
  })
}

/** The log of the speed of the last third against the first; null for too few batches. */
function changeOf(samplesNs: readonly number[]): number | null {
  const third = Math.floor(samplesNs.length / 3)
  if (third < SMALLEST_THIRD) return null
  const first = Math.min(...samplesNs.slice(0, third))
  const last = Math.min(...samplesNs.slice(-third))
  return first > 0 && last > 0 ? Math.log(last / first) : Number.POSITIVE_INFINITY
}
