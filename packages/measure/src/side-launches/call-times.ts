import type { BudgetRecord, CallsRecord, ShareRecord } from '@steelyard/record'
import { mean, median, proportion, quantile } from '@steelyard/stats'
import { formatDuration } from '@steelyard/text'

/** What single calls took, before anything is taken out. Nanoseconds. */
export interface TimedCalls {
  readonly callsNs: readonly number[]
  /** The same around a case that does nothing. */
  readonly emptyNs: readonly number[]
  readonly clockResolutionNs: number
}

/** Single calls whose CPU time the host has read, the cost of asking taken out; or why there are none. */
export type CpuCalls = { readonly callsNs: readonly number[] } | { readonly missing: string }

/** What is so many times as long as the doubt of the clock is known to a tenth. */
const TIMES_THE_DOUBT = 10

/** From fewer a percentile would be the longest call under another name, and a median the weather of a moment. */
const FEWEST_CALLS = 20

/**
 * More than half of the calls that do nothing may lie on one edge of a coarse clock: their median then says nothing of how
 * far they lie apart, their upper quartile does.
 */
const PERCENTILES = [
  { field: 'p50Ns', p: 0.5, doubt: 0.75, fewest: FEWEST_CALLS },
  { field: 'p95Ns', p: 0.95, doubt: 0.95, fewest: FEWEST_CALLS },
  { field: 'p99Ns', p: 0.99, doubt: 0.99, fewest: 100 },
  { field: 'maxNs', p: 1, doubt: 1, fewest: FEWEST_CALLS },
] as const

const LEVEL = 0.95
/** A reason may be shown anywhere. */
const PLAIN = { unicode: false }

/**
 * Returns the distribution of single calls. What the clock cannot tell is null, with the reason: a percentile must be
 * ten times the same percentile (for the median the upper quartile) of how far calls that do nothing lie apart.
 */
export function callsOf({ callsNs, emptyNs, clockResolutionNs }: TimedCalls): CallsRecord {
  const clockNs = median(emptyNs)
  const doubtsNs = doubtsOf({ emptyNs, clockResolutionNs })
  const wallNs = callsNs.map(duration => duration - clockNs)
  const missing: Record<string, string> = {}
  const tell = (field: string, valueNs: number, doubtNs: number, fewest: number): number | null => {
    if (wallNs.length < fewest) missing[field] = `needs ${fewest} calls, there were ${wallNs.length}`
    else if (valueNs >= TIMES_THE_DOUBT * doubtNs) return valueNs
    else missing[field] = tooShort('it is', TIMES_THE_DOUBT * doubtNs)
    return null
  }
  const [p50Ns = null, p95Ns = null, p99Ns = null, maxNs = null] = PERCENTILES.map(
    ({ field, p, doubt, fewest }) => tell(field, quantile(wallNs, p), quantile(doubtsNs, doubt), fewest),
  )
  return {
    wallNs,
    emptyNs,
    meanNs: tell('meanNs', mean(wallNs), mean(doubtsNs), FEWEST_CALLS),
    ...{ p50Ns, p95Ns, p99Ns, maxNs },
    missing,
  }
}

/** Returns how many calls took longer than the budget. */
export function budgetOf(
  budgetNs: number,
  { callsNs, emptyNs, clockResolutionNs }: TimedCalls,
  cpu: CpuCalls,
): BudgetRecord {
  const missing: Record<string, string> = {}
  const clockNs = median(emptyNs)
  const leastNs = TIMES_THE_DOUBT * quantile(doubtsOf({ emptyNs, clockResolutionNs }), 0.99)
  const canTell = budgetNs >= leastNs
  if (!canTell) missing.overInWall = tooShort('the budget is', leastNs)
  if ('missing' in cpu) missing.overInCpu = cpu.missing
  return {
    budgetNs,
    overInWall: canTell ? shareOver(budgetNs + clockNs, callsNs) : null,
    overInCpu: 'missing' in cpu ? null : shareOver(budgetNs, cpu.callsNs),
    missing,
  }
}

/** Returns how far each call that does nothing lies from their median; at least what the clock can tell. */
function doubtsOf({ emptyNs, clockResolutionNs }: Omit<TimedCalls, 'callsNs'>): number[] {
  const clockNs = median(emptyNs)
  return emptyNs.map(duration => Math.max(Math.abs(duration - clockNs), clockResolutionNs))
}

function tooShort(what: string, leastNs: number): string {
  return `${what} too short: the clock of the runtime told such times apart from ${formatDuration(leastNs, PLAIN)} on`
}

function shareOver(budgetNs: number, callsNs: readonly number[]): ShareRecord {
  return proportion(callsNs.filter(duration => duration > budgetNs).length, callsNs.length, LEVEL)
}
