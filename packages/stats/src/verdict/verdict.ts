import { looksBimodal } from '../checks/bimodality.ts'
import { unsteadiness } from '../checks/unsteadiness.ts'
import { checkBetween, checkFinite, checkPositive, checkWhole } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { lacksVariance } from '../descriptive/zero-variance.ts'
import { type Estimate, ratioFromLogs } from '../intervals/estimate.ts'
import { type Effect, effectOf } from './effect.ts'
import { holm } from './holm.ts'

/** The chance of any false `faster` or `slower` in a family. */
export const DEFAULT_ALPHA = 0.05
const LAUNCHES_WHEN_BIMODAL = 20

/** The finding on head against base; `same` is a finding, `inconclusive` is the lack of one. */
export type Verdict = 'faster' | 'slower' | 'same' | 'inconclusive'

/** Why there is no finding and what would settle it, in the order in which `decide` checks. */
export type Reason =
  /** A quick run gives estimates only; a full run settles it. */
  | 'quick'
  /**
   * The run was interrupted: a user who sees the numbers and stops at a welcome moment would choose the verdict. A whole
   * run settles it.
   */
  | 'interrupted'
  /**
   * All launches agree to the last digit: the clock is too coarse; longer batches or another clock settle it.
   */
  | 'zero variance'
  /** There are fewer launches than the rules ask for; more launches settle it. */
  | 'too few launches'
  /**
   * The control, a contender against itself, showed a difference: something favours one side, find it first.
   */
  | 'control failed'
  /**
   * In a fifth of the launches or more a contender changed its speed in every window: their mean describes nothing; a
   * case of constant speed settles it.
   */
  | 'never steady'
  /** In most launches a contender was still changing its speed when measured; a longer warm-up settles it. */
  | 'drifting'
  /** The launches look like two kinds, too few to average over both; 20 launches settle it. */
  | 'bimodal'
  /**
   * There is an effect beyond the bias allowance, but perhaps within the threshold; more launches settle it.
   */
  | 'sign known but small'
  /** Noise alone would leave a finding, the bias allowance does not; a machine with less bias settles it. */
  | 'within the bias allowance'
  /** It is significant alone, but not among all verdicts of its command; more launches settle it. */
  | 'not significant in its family'
  /**
   * Stalls of the core may have taken more from one side, so that the ratio without them does not decide alone; more
   * launches, or an hour with fewer stalls, settle it.
   */
  | 'stalls unlike'
  /** The interval is too wide to tell; more launches settle it. */
  | 'too wide'

/** What ended a run before its time; a record of it has this as the reason for every verdict that it lacks. */
export type EarlyEnd = Extract<Reason, 'interrupted'>

/** The launches of one comparison of head against base. */
export interface Candidate {
  /** log(Σ head ÷ Σ base), one per launch; finite. */
  readonly logRatios: readonly number[]
  /** The median over rounds of log(head ÷ base), one per launch that has one; finite. */
  readonly medianLogRatios: readonly number[]
  /** The share of launches, 0 to 1, in which either contender was drifting or never steady. */
  readonly driftingShare: number
  /** The share of launches, 0 to 1, in which either contender was never steady; none if absent. */
  readonly neverSteadyShare?: number
  /** Whether an in-run control showed a difference; absent when none was made. */
  readonly controlFailed?: boolean
  /** β of its own kind of work, known before its first sample; that of the rules if absent. */
  readonly biasAllowance?: number
}

/** The rules of a family, fixed before its first sample. */
export interface Rules {
  /** δ, the smallest difference that matters, greater than 0: 0.01 is a ratio of 1.01, or of 1 ÷ 1.01. */
  readonly threshold: number
  /** β, the largest difference between equal contenders on this machine (A/A), 0 or more, written as δ is. */
  readonly biasAllowance: number
  /** The fewest launches that a verdict may rest on, at least 2: 10, or 20 for evidence. */
  readonly minimumLaunches: number
  /** Whether the run is a preview (`--quick`): estimates, and neither verdicts nor p-values. */
  readonly quick: boolean
  /** What ended the run early: estimates, and neither verdicts nor p-values; null or absent for a whole run. */
  readonly earlyEnd?: EarlyEnd | null
  /** The chance of any false `faster` or `slower` in the family, 0 to 1; 0.05 if absent. */
  readonly alpha?: number
}

/** The finding on one candidate. */
export interface Decision {
  /**
   * Head ÷ base of the sums with its plain interval, not widened by the allowance; null under two launches.
   */
  readonly ratio: Estimate | null
  /** The same of the medians; null under two launches. */
  readonly medianRatio: Estimate | null
  /** Against an effect within the allowance; null if quick or ended early, under two launches or without variance. */
  readonly pValue: number | null
  /** The same after Holm over the whole family; null where `pValue` is. */
  readonly adjustedPValue: number | null
  /** Null for a quick run, and for one that was ended early. */
  readonly verdict: Verdict | null
  /** Null for `faster`, `slower` and `same`. */
  readonly reason: Reason | null
  /**
   * Whether the intervals of `ratio` and `medianRatio` do not overlap: the cost sits in a minority of rounds.
   */
  readonly inTail: boolean
}

/**
 * Returns one decision per candidate of `family`, in its order, by rules 1 to 5 of "Estimand and verdict".
 *
 * The family is every comparison that was to get a verdict: Holm corrects for those that end inconclusive
 * too, and one that cannot be tested counts as p = 1. The bias allowance widens the interval for `same` and
 * moves the null of the p-value; the ratios returned are without it. Swapping head and base swaps `faster`
 * and `slower`, no more.
 * RangeError if a number is not finite or out of its range.
 */
export function decide(family: readonly Candidate[], rules: Rules): Decision[] {
  checkRules(rules)
  family.forEach(checkCandidate)
  const effects = family.map(candidate =>
    effectOf(candidate.logRatios, Math.log1p(allowanceOf(candidate, rules))),
  )
  const adjusted = holm(effects.map(effect => effect?.pValue ?? 1))
  return family.map((candidate, index) => {
    const effect = effects[index] ?? null
    const adjustedPValue = elementAt(adjusted, index)
    const isTested = effect !== null && !rules.quick && !rules.earlyEnd
    return {
      ratio: ratioFromLogs(candidate.logRatios),
      medianRatio: ratioFromLogs(candidate.medianLogRatios),
      pValue: isTested ? effect.pValue : null,
      adjustedPValue: isTested ? adjustedPValue : null,
      ...findingOn(candidate, effect, adjustedPValue, rules),
      inTail: isInTail(candidate),
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

type Finding = Pick<Decision, 'verdict' | 'reason'>

function findingOn(
  candidate: Candidate,
  effect: Effect | null,
  adjustedPValue: number,
  rules: Rules,
): Finding {
  if (rules.earlyEnd) return { verdict: null, reason: rules.earlyEnd }
  if (rules.quick) return { verdict: null, reason: 'quick' }
  const obstacle = obstacleTo(candidate, rules)
  if (obstacle !== null) return { verdict: 'inconclusive', reason: obstacle }
  // With enough launches, only zero variance leaves no effect.
  if (effect === null) return { verdict: 'inconclusive', reason: 'zero variance' }
  return findingOf(effect, adjustedPValue, { ...rules, biasAllowance: allowanceOf(candidate, rules) })
}

/** Returns the obstacle to a verdict that no estimate can remove, or null. */
function obstacleTo(candidate: Candidate, { minimumLaunches }: Rules): Reason | null {
  const launches = candidate.logRatios.length
  if (launches >= 2 && lacksVariance(candidate.logRatios)) return 'zero variance'
  if (launches < minimumLaunches) return 'too few launches'
  if (candidate.controlFailed) return 'control failed'
  const unsteady = unsteadiness(candidate)
  if (unsteady !== null) return unsteady
  if (launches < LAUNCHES_WHEN_BIMODAL && looksBimodal(candidate.logRatios)) return 'bimodal'
  return null
}

function findingOf(effect: Effect, adjustedPValue: number, rules: Rules): Finding {
  const { threshold, biasAllowance, alpha = DEFAULT_ALPHA } = rules
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

/**
 * Returns why the numbers leave no finding; `isHeldBack` when only the allowance keeps them from `same`.
 */
function openReason(effect: Effect, signKnown: boolean, isHeldBack: boolean, alpha: number): Reason {
  if (signKnown) return 'sign known but small'
  if (isHeldBack) return 'within the bias allowance'
  if (Math.abs(effect.center) <= effect.reach) return 'too wide'
  if (effect.pValue < alpha) return 'not significant in its family'
  return effect.pValueWithoutBias < alpha ? 'within the bias allowance' : 'too wide'
}

function isInTail({ logRatios, medianLogRatios }: Candidate): boolean {
  // Equal medians come from a coarse clock and only look certain.
  if (lacksVariance(logRatios) || lacksVariance(medianLogRatios)) return false
  const ratio = ratioFromLogs(logRatios)
  const medianRatio = ratioFromLogs(medianLogRatios)
  if (ratio === null || medianRatio === null) return false
  return ratio.lower > medianRatio.upper || ratio.upper < medianRatio.lower
}
