import { checkFinite } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { median } from '../descriptive/quantile.ts'

/**
 * Returns log(Σ head ÷ Σ base) of one launch, its headline: the collector's work counts in full.
 *
 * Nanoseconds per iteration, one sample per round, paired by index. Every sample counts, also a CPU reading
 * of 0 or a backward step of a coarse clock: what it lacks is in its neighbour. Null when either sum is not
 * above 0 (no round, or a clock that saw nothing). RangeError if the counts differ or a sample is not finite.
 */
export function logRatioOfSums(headNs: readonly number[], baseNs: readonly number[]): number | null {
  checkPairs(headNs, baseNs)
  const head = headNs.reduce((sum, sample) => sum + sample, 0)
  const base = baseNs.reduce((sum, sample) => sum + sample, 0)
  return head > 0 && base > 0 ? Math.log(head / base) : null
}

/**
 * Returns the median over rounds of log(head ÷ base) of one launch, blind to what hits under half of the
 * rounds.
 *
 * Samples as in `logRatioOfSums`. A round where either sample is 0 or less has no log and is left out; null
 * when no round is left. RangeError if the counts differ or a sample is not finite.
 */
export function medianLogRatio(headNs: readonly number[], baseNs: readonly number[]): number | null {
  checkPairs(headNs, baseNs)
  const logRatios = headNs.flatMap((head, round) => {
    const base = elementAt(baseNs, round)
    return head > 0 && base > 0 ? [Math.log(head / base)] : []
  })
  return logRatios.length === 0 ? null : median(logRatios)
}

function checkPairs(headNs: readonly number[], baseNs: readonly number[]): void {
  if (headNs.length !== baseNs.length) {
    throw new RangeError(
      `Cannot pair samples: head has ${headNs.length}, base ${baseNs.length}. Give one of each per round.`,
    )
  }
  checkFinite('samples of head', headNs)
  checkFinite('samples of base', baseNs)
}
