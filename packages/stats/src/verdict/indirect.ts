import { lacksVariance } from '../descriptive/moments.ts'
import { meanOfSums } from '../intervals/estimate.ts'
import type { Candidate, Decision, Rules } from './decision.ts'
import { intervalNullPValue } from './interval-null-test.ts'
import { type LookPlan, standardErrorFactor } from './looks.ts'

/**
 * Returns the p-value of an indirect comparison, against an effect within its allowance; 1 with fewer than `first` launches
 * in a part, or where a part has no variance.
 */
export function indirectPValue(candidate: Candidate, rules: Rules, { first, lagOne }: LookPlan): number {
  const { sums = [], biasAllowance = rules.biasAllowance } = candidate
  if (indirectObstacle(candidate, first) !== null) return 1
  const factor = standardErrorFactor(lagOne, Math.min(...sums.map(({ length }) => length)))
  const { center, standardError, df } = meanOfSums(sums)
  return intervalNullPValue({
    mean: center,
    standardError: factor * standardError,
    df,
    allowance: Math.log1p(biasAllowance),
  })
}

/** Returns the finding on an indirect comparison, which is never `same`: a small inconsistency of its parts is not seen. */
export function indirectFinding(
  candidate: Candidate,
  isRejected: boolean,
  first: number,
  { threshold, earlyEnd, quick }: Rules,
): Pick<Decision, 'verdict' | 'reason'> {
  if (earlyEnd) return { verdict: null, reason: earlyEnd }
  const obstacle = indirectObstacle(candidate, first)
  if (obstacle !== null) return { verdict: 'inconclusive', reason: obstacle }
  const { center } = meanOfSums(candidate.sums ?? [])
  if (!isRejected)
    return quick ? { verdict: null, reason: 'quick' } : { verdict: 'inconclusive', reason: 'too wide' }
  if (Math.abs(center) <= Math.log1p(threshold))
    return { verdict: 'inconclusive', reason: 'sign known but small' }
  return { verdict: center < 0 ? 'faster' : 'slower', reason: null }
}

function indirectObstacle({ sums = [], driftingShare, controlFailed }: Candidate, first: number) {
  if (sums.some(({ length }) => length < first)) return 'too few launches'
  if (sums.some(lacksVariance)) return 'zero variance'
  if (controlFailed) return 'control failed'
  return driftingShare > 0.5 ? 'drifting' : null
}

/** Returns the sum of the means of independent lists, and its two-sided p-value against 0; null where it has none. */
export function sumPValue(lists: readonly (readonly number[])[]) {
  if (lists.some(lacksVariance)) return null
  const { center, standardError, df } = meanOfSums(lists)
  return { center, pValue: intervalNullPValue({ mean: center, standardError, df, allowance: 0 }) }
}
