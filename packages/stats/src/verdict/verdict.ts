import { checkBetween, checkFinite, checkPositive, checkWhole } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { lacksVariance, mean, standardError } from '../descriptive/moments.ts'
import { type Estimate, halfWidth, ratioFromLogs } from '../intervals/estimate.ts'
import { decideAtLooks } from './at-looks.ts'
import { type Candidate, DEFAULT_ALPHA, type Decision, type Reason, type Rules } from './decision.ts'
import { holm } from './holm.ts'
import { intervalNullPValue } from './interval-null-test.ts'
import { obstacleTo } from './obstacle.ts'

/**
 * Returns one decision per candidate of `family`, in its order. The family is every comparison that was to get a verdict:
 * Holm corrects for those that end inconclusive too, and one that cannot be tested counts as p = 1. The bias allowance
 * moves the nulls of the tests; the ratios returned are without it. Swapping head and base swaps `faster` and `slower`, no
 * more. RangeError if a number is not finite or out of its range.
 */
export function decide(family: readonly Candidate[], rules: Rules): Decision[] {
  checkRules(rules)
  family.forEach(checkCandidate)
  const isPlanned = rules.looks !== undefined || family.some(({ looks }) => looks !== undefined)
  const findings = isPlanned ? decideAtLooks(family, rules) : decideOnce(family, rules)
  return family.map((candidate, index) => ({
    ...elementAt(findings, index),
    medianRatio: ratioFromLogs(candidate.medianLogRatios),
    inTail: isInTail(candidate),
  }))
}

/** Decides at one look, at all launches. */
function decideOnce(family: readonly Candidate[], rules: Rules): Omit<Decision, 'medianRatio' | 'inTail'>[] {
  const effects = family.map(candidate =>
    effectOf(candidate.logRatios, Math.log1p(allowanceOf(candidate, rules))),
  )
  const adjusted = holm(
    effects.map(effect => effect?.pValue ?? 1),
    rules.otherRows,
  )
  return family.map((candidate, index) => {
    const effect = effects[index] ?? null
    const adjustedPValue = elementAt(adjusted, index)
    const isTested = effect !== null && !rules.quick && !rules.earlyEnd
    return {
      ratio: ratioFromLogs(candidate.logRatios),
      pValue: isTested ? effect.pValue : null,
      adjustedPValue: isTested ? adjustedPValue : null,
      ...findingOn(candidate, effect, adjustedPValue, rules),
      look: null,
    }
  })
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

function allowanceOf(candidate: Candidate, rules: Rules): number {
  return candidate.biasAllowance ?? rules.biasAllowance
}

function findingOn(
  candidate: Candidate,
  effect: Effect | null,
  adjustedPValue: number,
  rules: Rules,
): Pick<Decision, 'verdict' | 'reason'> {
  if (rules.earlyEnd) return { verdict: null, reason: rules.earlyEnd }
  if (rules.quick) return { verdict: null, reason: 'quick' }
  const obstacle = obstacleTo(candidate, rules)
  // With enough launches, only zero variance leaves no effect.
  if (obstacle !== null || effect === null) {
    return { verdict: 'inconclusive', reason: obstacle ?? 'zero variance' }
  }
  const { threshold, alpha = DEFAULT_ALPHA } = rules
  const biasAllowance = allowanceOf(candidate, rules)
  const limit = Math.log1p(threshold)
  const farEnd = Math.abs(effect.center) + effect.reach
  if (farEnd + Math.log1p(biasAllowance) <= limit) return { verdict: 'same', reason: null }
  // However narrow the interval gets, the allowance widens it beyond the threshold.
  const isHeldBack = farEnd <= limit && Math.abs(effect.center) + Math.log1p(biasAllowance) >= limit
  // The interval is a little wider than the test, see launchQuantile: a finding must not show an interval that contains 1.
  const signKnown = adjustedPValue < alpha && Math.abs(effect.center) > effect.reach
  if (signKnown && Math.abs(effect.center) > limit) {
    return { verdict: effect.center < 0 ? 'faster' : 'slower', reason: null }
  }
  return { verdict: 'inconclusive', reason: openReason(effect, signKnown, isHeldBack, alpha) }
}

/** Returns why there is no finding; `isHeldBack` when only the allowance keeps it from `same`. */
function openReason(effect: Effect, signKnown: boolean, isHeldBack: boolean, alpha: number): Reason {
  if (signKnown) return 'sign known but small'
  if (isHeldBack) return 'within the bias allowance'
  if (Math.abs(effect.center) <= effect.reach) return 'too wide'
  if (effect.pValue < alpha) return 'not significant in its family'
  return effect.pValueWithoutBias < alpha ? 'within the bias allowance' : 'too wide'
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

/** The difference of head and base in log that a verdict tests. */
export interface Effect {
  /** The mean of the log ratios; below 0 head takes less time. */
  readonly center: number
  /** The half-width of its interval in log, the bias allowance not included. */
  readonly reach: number
  /** Against the null that the effect lies within the bias allowance. */
  readonly pValue: number
  /** Against the null of no effect at all: the p-value on a machine without bias. */
  readonly pValueWithoutBias: number
}

/** Returns the effect in `logRatios`, tested against an `allowance` in log; null under two launches or without variance. */
export function effectOf(logRatios: readonly number[], allowance: number): Effect | null {
  const ratio = spreadRatio(logRatios)
  if (ratio === null) return null
  const center = mean(logRatios)
  const spread = { mean: center, standardError: standardError(logRatios), df: logRatios.length - 1 }
  return {
    center,
    reach: halfWidth(ratio),
    pValue: intervalNullPValue({ ...spread, allowance }),
    pValueWithoutBias: intervalNullPValue({ ...spread, allowance: 0 }),
  }
}
