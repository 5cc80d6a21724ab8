import { lacksVariance, mean } from '../descriptive/moments.ts'
import { launchQuantile, meanOfSums } from '../intervals/estimate.ts'
import type { Candidate, Decision, Rules } from './decision.ts'
import { intervalNullPValue } from './interval-null-test.ts'
import { type LookPlan, standardErrorFactor } from './looks.ts'
import { hasTwoKinds, unsteadiness } from './obstacle.ts'

/**
 * Returns the p-value of an indirect comparison, against an effect within its allowance; 1 with fewer than `first` launches
 * in a part, or where a part has no variance.
 */
export function indirectPValue(candidate: Candidate, rules: Rules, { first, lagOne }: LookPlan): number {
  const { sums = [], biasAllowance = rules.biasAllowance } = candidate
  if (indirectObstacle(candidate, first, rules) !== null) return 1
  const factor = standardErrorFactor(lagOne, Math.min(...sums.map(({ length }) => length)))
  return sumPValue(sums, Math.log1p(biasAllowance), factor)?.pValue ?? 1
}

/** Returns the finding on an indirect comparison, which is never `same`: a small inconsistency of its parts is not seen. */
export function indirectFinding(
  candidate: Candidate,
  isRejected: boolean,
  first: number,
  rules: Rules,
): Pick<Decision, 'verdict' | 'reason'> {
  const { threshold, earlyEnd, quick } = rules
  if (earlyEnd) return { verdict: null, reason: earlyEnd }
  const obstacle = indirectObstacle(candidate, first, rules)
  if (obstacle !== null) return { verdict: 'inconclusive', reason: obstacle }
  const { center, standardError, df } = meanOfSums(candidate.sums ?? [])
  // The test has its error on one side, the interval on both: no verdict contradicts the interval next to it.
  if (!isRejected || Math.abs(center) <= launchQuantile(df) * standardError)
    return quick ? { verdict: null, reason: 'quick' } : { verdict: 'inconclusive', reason: 'too wide' }
  if (Math.abs(center) <= Math.log1p(threshold))
    return { verdict: 'inconclusive', reason: 'sign known but small' }
  return { verdict: center < 0 ? 'faster' : 'slower', reason: null }
}

function indirectObstacle(candidate: Candidate, first: number, { threshold, biasAllowance }: Rules) {
  const { sums = [], controlFailed } = candidate
  if (sums.some(({ length }) => length < first)) return 'too few launches'
  if (sums.some(lacksVariance)) return 'zero variance'
  if (controlFailed) return 'control failed'
  const limit = Math.log1p(threshold) + Math.log1p(candidate.biasAllowance ?? biasAllowance)
  return unsteadiness(candidate) ?? (sums.every(list => isOneKind(list, sums, limit)) ? null : 'bimodal')
}

/** Whether a part has one kind of launches, or each launch in place of its mean leaves the sum on its side of the limit. */
function isOneKind(list: readonly number[], sums: readonly (readonly number[])[], limit: number): boolean {
  if (!hasTwoKinds(list)) return true
  const { center } = meanOfSums(sums)
  return list.every(log => Math.sign(center) * (center - mean(list) + log) > limit)
}

/**
 * Returns the sum of the means of independent lists, and its two-sided p-value against one within ± `allowance`; null where
 * it has none. `factor` widens the standard error.
 */
export function sumPValue(lists: readonly (readonly number[])[], allowance = 0, factor = 1) {
  if (lists.some(lacksVariance)) return null
  const { center, standardError: plain, df } = meanOfSums(lists)
  const pValue = intervalNullPValue({ mean: center, standardError: factor * plain, df, allowance })
  return { center, pValue }
}
