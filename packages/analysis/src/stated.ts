import { stalledShare, type WithoutStallsRecord } from '@steelyard/record'
import { type Candidate, type Decision, LEAST_STALLED_SHARE, type Metric } from '@steelyard/stats'
import { candidateOf, type LaunchPair } from './candidate.ts'
import { type WithoutStalls, withoutStalls } from './stalls.ts'

/** What the rules of verdicts read of a pair. */
export interface Candidates {
  readonly timed: Candidate
  readonly without: WithoutStalls | null
  /** That without stalls, where the stated verdict reads it; null where it reads the ratio as timed. */
  readonly corrected: Candidate | null
}

/** Returns what the rules of verdicts read of a pair, from every launch that both shared. */
export function candidatesOf(
  shared: readonly LaunchPair[],
  metric: Metric,
  minimumLaunches: number,
): Candidates {
  const without = withoutStalls(shared, metric)
  const isStated = without !== null && mayBeStated(without.record, minimumLaunches)
  return { timed: candidateOf(shared, metric), without, corrected: isStated ? without.candidate : null }
}

/**
 * Whether the stated verdict reads the comparison without stalls. That depends on what stalls took, and never on a ratio;
 * head and base may be exchanged. Where void launches leave too few, the rules say so: times that stalls took so much of
 * decide nothing.
 */
function mayBeStated(record: WithoutStallsRecord, minimumLaunches: number): boolean {
  const { follow, launches, voidLaunches } = record
  const isStalled = stalledShare(record) >= LEAST_STALLED_SHARE || voidLaunches > 0
  return isStalled && !follow && launches + voidLaunches >= minimumLaunches
}

/**
 * Returns a decision on the comparison without stalls as it may be stated. Stalls that a side makes itself, too few to be
 * seen, may be missing in it: it is `same` only where what stalls did to the ratio lies within the threshold too.
 */
export function guardSame(decision: Decision, { shift }: WithoutStalls, threshold: number): Decision {
  if (decision.verdict !== 'same') return decision
  const limit = Math.log1p(threshold)
  const isAlike = shift !== null && Math.log(shift.upper) <= limit && Math.log(shift.lower) >= -limit
  return isAlike ? decision : { ...decision, verdict: 'inconclusive', reason: 'stalls unlike' }
}
