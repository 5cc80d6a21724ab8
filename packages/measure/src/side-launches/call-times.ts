import {
  type BudgetRecord,
  type CallsRecord,
  type MissingReason,
  type ShareRecord,
  warningRecords,
} from '@steelyard/record'
import { mean, median, proportion, quantile } from '@steelyard/stats'

/** What single calls took, before anything is taken out. Nanoseconds. */
export interface TimedCalls {
  readonly callsNs: readonly number[]
  /** Times around a case that does nothing. */
  readonly emptyNs: readonly number[]
  readonly clockResolutionNs: number
}

/** Single calls whose CPU time the host has read, the cost of a message subtracted; or why there are none. */
export type CpuCalls = { readonly callsNs: readonly number[] } | { readonly missing: MissingReason }

/** A time that is this many times the error of the clock is known to a tenth. */
const TIMES_THE_ERROR = 10

/** From fewer a percentile would be the longest call under another name, and a median would show a moment of the machine. */
const FEWEST_CALLS = 20

/**
 * More than half of the calls that do nothing may lie on one edge of a coarse clock: their median then says nothing of how
 * far they lie apart, their upper quartile does.
 */
const PERCENTILES = [
  { field: 'p50Ns', p: 0.5, errorQuantile: 0.75, fewest: FEWEST_CALLS },
  { field: 'p95Ns', p: 0.95, errorQuantile: 0.95, fewest: FEWEST_CALLS },
  { field: 'p99Ns', p: 0.99, errorQuantile: 0.99, fewest: 100 },
  { field: 'maxNs', p: 1, errorQuantile: 1, fewest: FEWEST_CALLS },
] as const

/**
 * Returns the distribution of single calls. What the clock cannot measure is null, with the reason: a percentile must be
 * ten times the same percentile (for the median the upper quartile) of how far calls that do nothing lie apart.
 */
export function callsOf({ callsNs, emptyNs, clockResolutionNs }: TimedCalls): Omit<CallsRecord, 'budget'> {
  const clockNs = median(emptyNs)
  const errorsNs = clockErrors({ emptyNs, clockResolutionNs })
  const wallNs = callsNs.map(duration => duration - clockNs)
  const missing: Record<string, MissingReason> = {}
  const measurable = (field: string, valueNs: number, errorNs: number, fewest: number): number | null => {
    const leastNs = TIMES_THE_ERROR * errorNs
    if (wallNs.length < fewest) {
      missing[field] = { code: 'too-few-calls', needed: fewest, calls: wallNs.length }
    } else if (valueNs >= leastNs) return valueNs
    else missing[field] = { code: 'call-too-short', leastNs }
    return null
  }
  const [p50Ns = null, p95Ns = null, p99Ns = null, maxNs = null] = PERCENTILES.map(
    ({ field, p, errorQuantile, fewest }) =>
      measurable(field, quantile(wallNs, p), quantile(errorsNs, errorQuantile), fewest),
  )
  return {
    wallNs,
    emptyNs,
    meanNs: measurable('meanNs', mean(wallNs), mean(errorsNs), FEWEST_CALLS),
    p50Ns,
    p95Ns,
    p99Ns,
    maxNs,
    missing: warningRecords(missing),
  }
}

/** Returns how many calls took longer than the budget. */
export function budgetOf(
  budgetNs: number,
  { callsNs, emptyNs, clockResolutionNs }: TimedCalls,
  cpu: CpuCalls,
): BudgetRecord {
  const missing: Record<string, MissingReason> = {}
  const clockNs = median(emptyNs)
  const leastNs = TIMES_THE_ERROR * quantile(clockErrors({ emptyNs, clockResolutionNs }), 0.99)
  const isMeasurable = budgetNs >= leastNs
  if (!isMeasurable) missing.overInWall = { code: 'budget-too-short', leastNs }
  if ('missing' in cpu) missing.overInCpu = cpu.missing
  return {
    budgetNs,
    overInWall: isMeasurable ? shareOver(budgetNs + clockNs, callsNs) : null,
    overInCpu: 'missing' in cpu ? null : shareOver(budgetNs, cpu.callsNs),
    missing: warningRecords(missing),
  }
}

/** Returns how far each call that does nothing lies from their median; at least the resolution of the clock. */
function clockErrors({ emptyNs, clockResolutionNs }: Omit<TimedCalls, 'callsNs'>): number[] {
  const clockNs = median(emptyNs)
  return emptyNs.map(duration => Math.max(Math.abs(duration - clockNs), clockResolutionNs))
}

function shareOver(budgetNs: number, callsNs: readonly number[]): ShareRecord {
  return proportion(callsNs.filter(duration => duration > budgetNs).length, callsNs.length)
}
