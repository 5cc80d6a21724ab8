import { checkBetween, checkFinite, checkPositive, checkWhole } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { lacksVariance } from '../descriptive/moments.ts'
import { type Estimate, ratioFromLogs } from '../intervals/estimate.ts'
import { decideAtLooks } from './at-looks.ts'
import { type Candidate, DEFAULT_ALPHA, type Decision, type Rules } from './decision.ts'

/**
 * Returns one decision per candidate of `family`, in its order. The family is every comparison that was to get a verdict:
 * Holm corrects for those that end inconclusive too, and one that cannot be tested counts as p = 1. The bias allowance
 * moves the nulls of the tests; the ratios returned are without it. Swapping head and base swaps `faster` and `slower`, no
 * more. RangeError if a number is not finite or out of its range.
 */
export function decide(family: readonly Candidate[], rules: Rules): Decision[] {
  checkRules(rules)
  family.forEach(checkCandidate)
  const findings = decideAtLooks(family, rules)
  return family.map((candidate, index) => ({
    ...elementAt(findings, index),
    ...((candidate.looks ?? rules.looks) ? {} : withoutLooks(candidate, rules)),
    medianRatio: ratioFromLogs(candidate.medianLogRatios),
    inTail: isInTail(candidate),
  }))
}

/** Returns what differs where no looks were planned: a quick run, or one that ended early, has estimates alone. */
function withoutLooks({ logRatios }: Candidate, { quick, earlyEnd }: Rules): Partial<Decision> {
  const reason = earlyEnd ?? (quick ? 'quick' : null)
  if (reason === null) return { look: null }
  const untested = { pValue: null, adjustedPValue: null, verdict: null, look: null }
  return { ...untested, ratio: ratioFromLogs(logRatios), reason }
}

function checkRules({ threshold, biasAllowance, minimumLaunches, alpha = DEFAULT_ALPHA }: Rules): void {
  checkPositive('the threshold', threshold)
  checkBetween('the bias allowance', biasAllowance, 0, Number.MAX_VALUE)
  checkWhole('the minimum of launches', minimumLaunches, 2)
  checkBetween('alpha', alpha, 0, 1)
}

function checkCandidate(candidate: Candidate): void {
  const { logRatios, medianLogRatios, driftingShare, neverSteadyShare = 0, biasAllowance = 0 } = candidate
  checkFinite('log ratios', logRatios)
  checkFinite('median log ratios', medianLogRatios)
  checkBetween('the drifting share', driftingShare, 0, 1)
  checkBetween('the never steady share', neverSteadyShare, 0, 1)
  checkBetween('the bias allowance', biasAllowance, 0, Number.MAX_VALUE)
}

function isInTail({ logRatios, medianLogRatios }: Candidate): boolean {
  // Equal medians come from a coarse clock and only look certain.
  const [ratio, medianRatio] = [spreadRatio(logRatios), spreadRatio(medianLogRatios)]
  if (ratio === null || medianRatio === null) return false
  return ratio.lower > medianRatio.upper || ratio.upper < medianRatio.lower
}

/** Returns the ratio of log ratios that differ; null of others, and of fewer than two. */
function spreadRatio(logRatios: readonly number[]): Estimate | null {
  return lacksVariance(logRatios) ? null : ratioFromLogs(logRatios)
}
