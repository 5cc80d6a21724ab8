import { stalledShare, type WithoutStallsRecord } from '@steelyard/record'
import {
  type Decision,
  type Estimate,
  LEAST_STALLED_SHARE,
  type Metric,
  OWN_STALLS_ALPHA,
} from '@steelyard/stats'
import { candidateOf, type LaunchPair } from './candidate.ts'
import { type WithoutStalls, withoutStalls } from './stalls.ts'

/** What the rules of verdicts read of a pair, from every launch that both shared. */
export type Candidates = ReturnType<typeof candidatesOf>

export function candidatesOf(shared: readonly LaunchPair[], metric: Metric, minimumLaunches: number) {
  const timed = candidateOf(shared, metric)
  const without = withoutStalls(shared, metric)
  const isCorrected = without !== null && mayBeStated(without.record, shared, minimumLaunches)
  return { timed, without, isCorrected, stated: isCorrected ? without.candidate : timed }
}

/**
 * Whether the stated verdict reads the comparison without stalls, and not the ratio as timed: by what stalls took, never by
 * a ratio, and alike for head and base. Launches that were not watched, since stalls were few, have no such times: they would
 * be missing in it. Where void launches leave too few, the reason is that: times that are mostly stalls decide nothing.
 */
function mayBeStated(
  record: WithoutStallsRecord,
  shared: readonly LaunchPair[],
  minimumLaunches: number,
): boolean {
  const { alikePValue, launches, voidLaunches } = record
  const hasFew = shared.some(({ head: { stalls } }) => stalls?.meter === 'off' && stalls.why === 'few')
  const isStalled = voidLaunches > 0 || (!hasFew && stalledShare(record) >= LEAST_STALLED_SHARE)
  const isOwn = alikePValue !== null && alikePValue < OWN_STALLS_ALPHA
  return isStalled && !isOwn && launches + voidLaunches >= minimumLaunches
}

/**
 * Returns a decision on the comparison without stalls as it may be stated. Stalls that a side makes itself are missing in
 * it. Where they may follow a side, it stands only if the times with them decide the same. Elsewhere they may be too few
 * to be seen: it is `same` only where what stalls did to the ratio lies within the threshold too.
 */
export function guarded(
  decision: Decision,
  ofTimes: Decision,
  { record, shift }: WithoutStalls,
  threshold: number,
): Decision {
  const { verdict } = decision
  if (verdict === null || verdict === 'inconclusive') return decision
  const isHeld = record.follow
    ? ofTimes.verdict === verdict
    : verdict !== 'same' || isWithin(shift, threshold)
  return isHeld ? decision : { ...decision, verdict: 'inconclusive', reason: 'stalls unlike' }
}

function isWithin(shift: Estimate | null, threshold: number): boolean {
  const limit = Math.log1p(threshold)
  return shift !== null && Math.log(shift.upper) <= limit && Math.log(shift.lower) >= -limit
}
