/**
 * Speeds this much apart are two, beside what all contenders on the core changed alike. Bursts of a busy neighbour
 * alone make 15 % in a third of all short windows; what optimisation changes is more, and what is less stays noise.
 */
const CHANGE_BESIDE_THE_CORE = Math.log(1.3)

/** No neighbour makes the fastest of many batches this much slower: code was optimised, or given up. */
const CHANGE_IN_ANY_CASE = Math.log(2.2)

/** With fewer batches in a third nobody can tell a change from noise. */
const SMALLEST_THIRD = 3

/**
 * Returns for each contender of a group whether it was of another speed at the end of a window than at its beginning:
 * optimised late, or sent back to slower code. Looks at the fastest batch of the first third and of the last, since
 * noise only adds. The smallest change in the group is the core's, which all share; more than that is the code's.
 * How fast one contender is against another plays no part.
 *
 * @param groupNs samples of each contender, in the order they were taken
 */
export function changedSpeeds(groupNs: readonly (readonly number[])[]): boolean[] {
  const changes = groupNs.map(changeOf)
  const core = changes.reduce((least, change) => (Math.abs(change) < Math.abs(least) ? change : least))
  return changes.map(
    change => Math.abs(change) > CHANGE_IN_ANY_CASE || Math.abs(change - core) > CHANGE_BESIDE_THE_CORE,
  )
}

/** The log of the speed of the last third against the first; 0 for too few batches to tell. */
function changeOf(samplesNs: readonly number[]): number {
  const third = Math.floor(samplesNs.length / 3)
  if (third < SMALLEST_THIRD) return 0
  const first = Math.min(...samplesNs.slice(0, third))
  const last = Math.min(...samplesNs.slice(-third))
  return first > 0 && last > 0 ? Math.log(last / first) : Number.POSITIVE_INFINITY
}
