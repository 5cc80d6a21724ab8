/** A busy neighbour makes the fastest of many batches up to twice as slow; what goes beyond that is the code's. */
export const BEYOND_NOISE: number = Math.log(2.2)

/** With fewer batches in a third nobody can tell a change from noise. */
const SMALLEST_THIRD = 3

/**
 * Whether a contender was of another speed at the end of a window than at its beginning: optimised late, or sent back
 * to slower code. Looks at the fastest batch of the first third and of the last, since noise only adds. A smaller
 * change cannot be told from noise, which slows computing and waiting for memory unlike: it stays in the window and
 * widens the interval.
 *
 * @param samplesNs in the order they were taken
 */
export function changedSpeed(samplesNs: readonly number[]): boolean {
  const third = Math.floor(samplesNs.length / 3)
  if (third < SMALLEST_THIRD) return false
  const first = Math.min(...samplesNs.slice(0, third))
  const last = Math.min(...samplesNs.slice(-third))
  return first <= 0 || last <= 0 || Math.abs(Math.log(last / first)) > BEYOND_NOISE
}
