import { elementAt } from '../descriptive/element-at.ts'
import { lacksVariance, mean, standardError } from '../descriptive/moments.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import {
  estimateAround,
  LEVEL,
  launchQuantile,
  ratioFromLogs,
  ratioFromSumOfMeans,
} from '../intervals/estimate.ts'
import { type Candidate, DEFAULT_ALPHA, type Decision, type Reason, type Rules } from './decision.ts'
import { holm } from './holm.ts'
import { indirectFinding, indirectPValue } from './indirect.ts'
import { intervalNullPValue } from './interval-null-test.ts'
import { type Look, type LookPlan, looksUpTo, standardErrorFactor } from './looks.ts'
import { obstacleTo, unsteadyShares } from './obstacle.ts'

/** Chance that a difference of the threshold is called `same`, over all looks. */
const SAME_ALPHA = 0.05

type Side = 'faster' | 'slower'

/** What one look at a comparison found. */
interface Seen {
  readonly look: Look
  readonly side: Side
  /** Mean of the log ratios. */
  readonly center: number
  /** Half-width of the interval that is shown of these launches. */
  readonly reach: number
  /** Two-sided, against an effect within the allowance; 1 with an obstacle. */
  readonly pValue: number
  /** Against a difference beyond the threshold less the allowance; 1 with an obstacle. */
  readonly samePValue: number
}

type Finding = Omit<Decision, 'medianRatio' | 'inTail'>

/**
 * Returns what planned looks find of each candidate of a family; the first verdict of a comparison stays, whatever later
 * launches show. Each look spends its share of the error: its p-value ÷ that share is combined by minimum over the looks so
 * far, separately for each side, and Holm corrects for the family. More launches only lower these values, so that what was
 * rejected once remains so, in whatever order comparisons get their launches.
 */
export function decideAtLooks(family: readonly Candidate[], rules: Rules): Finding[] {
  const followed = family.map(candidate => {
    const plan = planOf(candidate, rules)
    return { candidate, plan, trail: trailOf(candidate, rules, plan) }
  })
  const smallest = followed.map(({ candidate, plan, trail }) =>
    candidate.sums === undefined
      ? Math.min(1, ...trail.map(spentPValue))
      : indirectPValue(candidate, rules, plan),
  )
  const adjusted = holm(smallest, rules.otherRows)
  return followed.map(({ candidate, plan, trail }, index) => {
    const [pValue, adjustedPValue] = [elementAt(smallest, index), elementAt(adjusted, index)]
    const isRejected = (value: number) => isRejectedIn(smallest, index, value, rules)
    if (candidate.sums !== undefined) {
      const finding = indirectFinding(candidate, isRejected(pValue), plan.first, rules)
      return { ratio: ratioFromSumOfMeans(candidate.sums), pValue, adjustedPValue, look: null, ...finding }
    }
    const found = firstFinding(trail, rules, isRejected)
    const isTested = !lacksVariance(candidate.logRatios) && !(rules.earlyEnd && !found)
    const atLook = rules.earlyEnd ? sequenceInterval(candidate, trail, plan) : null
    return {
      ratio: atLook ?? ratioFromLogs(candidate.logRatios),
      pValue: isTested ? pValue : null,
      adjustedPValue: isTested ? adjustedPValue : null,
      ...(found ?? { ...openFinding(candidate, trail, adjustedPValue, rules), look: null }),
    }
  })
}

/** One look at all launches where nothing is planned. */
function planOf({ looks, logRatios }: Candidate, { looks: ofRules, minimumLaunches }: Rules): LookPlan {
  const launches = Math.max(minimumLaunches, logRatios.length)
  return looks ?? ofRules ?? { first: launches, planned: launches, lagOne: 0 }
}

/** Returns what each planned look at a comparison found, in order; p ÷ weight of these is what Holm corrects. */
export function looksAt(candidate: Candidate, rules: Rules) {
  return trailOf(candidate, rules).map(({ look, center, pValue, samePValue }) => ({
    ...look,
    ratio: Math.exp(center),
    pValue,
    samePValue,
  }))
}

function trailOf(candidate: Candidate, rules: Rules, plan = planOf(candidate, rules)): Seen[] {
  return looksUpTo(plan, candidate.logRatios.length).map(look => seenAt(look, candidate, rules, plan))
}

function seenAt(look: Look, candidate: Candidate, rules: Rules, { lagOne }: LookPlan): Seen {
  const first = firstOf(candidate, look.launches)
  const logs = first.logRatios
  const center = mean(logs)
  const side = center < 0 ? 'faster' : 'slower'
  const reach = launchQuantile(logs.length - 1) * standardError(logs)
  const obstacle = obstacleTo(first, { ...rules, minimumLaunches: 2 })
  if (obstacle !== null && obstacle !== 'bimodal') {
    return { look, side, center, reach, pValue: 1, samePValue: 1 }
  }
  const spread = standardErrorFactor(lagOne, logs.length) * standardError(logs)
  const beyond = (distance: number) => studentCdf(-distance / spread, logs.length - 1)
  const allowance = Math.log1p(candidate.biasAllowance ?? rules.biasAllowance)
  const limit = Math.log1p(rules.threshold)
  return {
    look,
    side,
    center,
    reach,
    // With two kinds of launches on one side of the threshold, either alone would decide the same.
    pValue:
      obstacle !== null && !isApart(logs, side, limit + allowance)
        ? 1
        : intervalNullPValue({ mean: center, standardError: spread, df: logs.length - 1, allowance }),
    samePValue: obstacle !== null ? 1 : beyond(limit - allowance - Math.abs(center)),
  }
}

/** Whether every log ratio is on a side beyond a limit in log: of two kinds of launches, either alone decides the same. */
export function isApart(logRatios: readonly number[], side: Side, limit: number): boolean {
  return logRatios.every(log => (side === 'slower' ? log : -log) > limit)
}

function firstOf(candidate: Candidate, launches: number): Candidate {
  const logRatios = candidate.logRatios.slice(0, launches)
  const { states } = candidate
  return { ...candidate, logRatios, ...(states && unsteadyShares(states.slice(0, launches))) }
}

function spentPValue({ pValue, look }: Seen): number {
  return Math.min(1, pValue / look.weight)
}

/** Whether Holm rejects a p-value of one comparison among those of the others. */
function isRejectedIn(
  pValues: readonly number[],
  index: number,
  pValue: number,
  { alpha = DEFAULT_ALPHA, otherRows }: Rules,
): boolean {
  // Holm never makes it smaller: most need no more.
  if (pValue >= alpha) return false
  const adjusted = holm(
    pValues.map((other, at) => (at === index ? pValue : other)),
    otherRows,
  )
  return elementAt(adjusted, index) < alpha
}

function firstFinding(
  trail: readonly Seen[],
  { threshold }: Rules,
  isRejected: (pValue: number) => boolean,
): Pick<Decision, 'verdict' | 'reason' | 'look'> | null {
  const smallest: Record<Side, number> = { faster: 1, slower: 1 }
  let samePValue = 1
  for (const seen of trail) {
    const { side, center, reach, look } = seen
    smallest[side] = Math.min(smallest[side], spentPValue(seen))
    samePValue = Math.min(samePValue, seen.samePValue / look.weight)
    // A single look spends nearly all of the error: its test is narrower than the interval, which must not contain 1.
    const isBeyond = Math.abs(center) > Math.max(Math.log1p(threshold), reach)
    const verdict = isBeyond && seen.pValue < 1 && isRejected(smallest[side]) ? side : null
    if (verdict !== null || samePValue <= SAME_ALPHA) {
      return { verdict: verdict ?? 'same', reason: null, look: look.launches }
    }
  }
  return null
}

function openFinding(
  candidate: Candidate,
  trail: readonly Seen[],
  adjustedPValue: number,
  rules: Rules,
): Pick<Decision, 'verdict' | 'reason'> {
  if (rules.earlyEnd) return { verdict: null, reason: rules.earlyEnd }
  const whole = firstOf(candidate, candidate.logRatios.length)
  const obstacle = obstacleTo(whole, { ...rules, minimumLaunches: planOf(candidate, rules).first })
  if (obstacle === 'control failed') return { verdict: 'inconclusive', reason: obstacle }
  if (rules.quick) return { verdict: null, reason: 'quick' }
  const { biasAllowance = rules.biasAllowance } = candidate
  const reason = obstacle ?? openReason(trail, adjustedPValue, { ...rules, biasAllowance })
  return { verdict: 'inconclusive', reason }
}

/** Returns why the last look leaves no finding. */
function openReason(trail: readonly Seen[], adjustedPValue: number, rules: Rules): Reason {
  const { alpha = DEFAULT_ALPHA, threshold, biasAllowance } = rules
  const last = trail.at(-1)
  if (last === undefined) return 'too few launches'
  const distance = Math.abs(last.center)
  if (adjustedPValue < alpha) return distance > last.reach ? 'sign known but small' : 'too wide'
  if (distance <= Math.log1p(threshold) && biasAllowance >= threshold) return 'within the bias allowance'
  return spentPValue(last) < alpha ? 'not significant in its family' : 'too wide'
}

/** Returns the ratio at the last look, with an interval that holds at all looks at once; null before the first. */
function sequenceInterval({ logRatios }: Candidate, trail: readonly Seen[], { lagOne }: LookPlan) {
  const last = trail.at(-1)
  if (last === undefined) return null
  const { look, center } = last
  const logs = logRatios.slice(0, look.launches)
  const quantile = studentQuantile(1 - ((1 - LEVEL) * look.weight) / 2, logs.length - 1)
  const reach = quantile * standardErrorFactor(lagOne, logs.length) * standardError(logs)
  return estimateAround(center, reach, logs.length)
}

/**
 * Returns after how many launches a comparison that has no verdict yet is expected to have one, if its mean and spread stay
 * as they are: the planned launches where no look before them would decide.
 */
export function expectedLaunches(candidate: Candidate, rules: Rules & { readonly looks: LookPlan }): number {
  const { looks, alpha = DEFAULT_ALPHA } = rules
  const { logRatios, biasAllowance = rules.biasAllowance } = candidate
  if (lacksVariance(logRatios)) return looks.planned
  const seen = { mean: mean(logRatios), allowance: Math.log1p(biasAllowance) }
  const deviation = standardError(logRatios) * Math.sqrt(logRatios.length)
  const decisive = looksUpTo(looks, looks.planned).find(({ launches, weight }) => {
    const spread = (standardErrorFactor(looks.lagOne, launches) * deviation) / Math.sqrt(launches)
    const pValue = intervalNullPValue({ ...seen, standardError: spread, df: launches - 1 })
    return launches > logRatios.length && pValue < alpha * weight
  })
  return decisive?.launches ?? looks.planned
}
