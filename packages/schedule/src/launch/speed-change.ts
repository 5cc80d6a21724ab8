/** A busy neighbour slows the fastest of many batches up to twofold; a larger change comes from the code. */
export const BEYOND_NOISE: number = Math.log(2.2)

/** With fewer batches in a third a change cannot be distinguished from noise. */
const SMALLEST_THIRD = 3

/**
 * Whether a contender changed its speed by more than 2.2 × within a window: optimised late, or deoptimised. Compares the
 * fastest batch of the first third with that of the last, since noise only adds time. Smaller changes are like noise:
 * they stay in the window and widen the interval.
 *
 * @param samplesNs in the order of their batches
 */
export function changedSpeed(samplesNs: readonly number[]): boolean {
  const third = Math.floor(samplesNs.length / 3)
  if (third < SMALLEST_THIRD) return false
  const first = Math.min(...samplesNs.slice(0, third))
  const last = Math.min(...samplesNs.slice(-third))
  return first <= 0 || last <= 0 || Math.abs(Math.log(last / first)) > BEYOND_NOISE
}
