import {
  type Estimate,
  mean,
  proportion,
  standardDeviation,
  studentQuantile,
} from '../../packages/stats/src/index.ts'
import { type ErrorScore, scoreErrors } from '../../selfbench/error-score.ts'
import type { Line, Version } from './line.ts'

const LEVEL = 0.95
const FEWEST_CLUSTERS = 2

/** How many times as large the error of the new version is as that of the old one. */
export interface ErrorRatio {
  readonly value: number
  /** One-sided, with 95 % confidence; null with fewer than two hours. */
  readonly upper: number | null
  readonly hours: number
}

/** The errors of equals of both versions within one hour of one machine. */
export interface HourOfErrors {
  readonly old: readonly number[]
  readonly new: readonly number[]
}

/**
 * Returns the root mean square error of the new version ÷ that of the old one.
 *
 * Trials of one hour share their noise, so the hour is the unit: the limit is Student's t over the jackknife of the log
 * of the ratio that leaves out one hour at a time (Tukey 1958; Cameron and Miller 2015 for few clusters). An hour
 * without trials of both versions says nothing of the ratio and is left out.
 */
export function errorRatio(hours: readonly HourOfErrors[]): ErrorRatio | null {
  const both = hours.filter(hour => hour.old.length > 0 && hour.new.length > 0)
  if (both.length === 0) return null
  const log = (some: readonly HourOfErrors[]) =>
    Math.log(rootMeanSquare(some.flatMap(hour => hour.new)) / rootMeanSquare(some.flatMap(hour => hour.old)))
  const all = log(both)
  const hoursCount = both.length
  if (hoursCount < FEWEST_CLUSTERS) return { value: Math.exp(all), upper: null, hours: hoursCount }
  const left = both.map((_, skip) => log(both.filter((_hour, index) => index !== skip)))
  const middle = mean(left)
  const squares = left.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  const error = Math.sqrt(((hoursCount - 1) / hoursCount) * squares)
  const upper = Math.exp(all + studentQuantile(LEVEL, hoursCount - 1) * error)
  return { value: Math.exp(all), upper, hours: hoursCount }
}

/** Returns the errors of both versions in each hour of each machine. */
export function hoursOf(lines: readonly Line[]): HourOfErrors[] {
  const clusters = Map.groupBy(lines, ({ cpuId, installationId, hour }) =>
    [cpuId, installationId, hour].join(' '),
  )
  return [...clusters.values()].map(some => ({
    old: logRatiosOf(some, 'old'),
    new: logRatiosOf(some, 'new'),
  }))
}

/** What one version made of the trials of one cell. */
export interface VersionScore {
  readonly trials: number
  readonly failed: number
  /** Of the log ratio from its truth; null when all failed. */
  readonly errors: ErrorScore | null
  /** Median half-width of the interval, in log. */
  readonly halfWidth: number | null
  /** Intervals that hold the truth. */
  readonly holds: Estimate | null
  /** Of all trials, failed ones included: each verdict with its exact interval. */
  readonly verdicts: Readonly<Record<string, Estimate>>
  /** Mean share of a trial's time that was in timed batches, and its standard deviation. */
  readonly timedShare: { readonly mean: number; readonly sd: number } | null
}

/** Scores one version's trials, all of the same factor. */
export function scoreVersion(lines: readonly Line[], version: Version): VersionScore | null {
  const some = lines.filter(line => line.version === version)
  const [first] = some
  if (first === undefined) return null
  const truth = Math.log(first.factor)
  const errors = logRatiosOf(some, version).map(log => log - truth)
  const intervals = some.flatMap(({ interval }) => (interval === null ? [] : [interval]))
  const halfWidths = intervals.map(([lower, upper]) => (upper - lower) / 2).toSorted((a, b) => a - b)
  const holding = intervals.filter(([lower, upper]) => lower <= truth && truth <= upper)
  const shares = some.flatMap(({ timedSeconds, wallSeconds }) =>
    timedSeconds === null ? [] : [timedSeconds / wallSeconds],
  )
  const kinds =
    first.factor === 1 ? ['same', 'different', 'inconclusive'] : ['right', 'wrong', 'same', 'inconclusive']
  return {
    trials: some.length,
    failed: some.filter(({ error }) => error !== null).length,
    errors: errors.length > 0 ? scoreErrors(errors) : null,
    halfWidth: halfWidths[Math.floor((halfWidths.length - 1) / 2)] ?? null,
    holds: intervals.length > 0 ? proportion(holding.length, intervals.length, LEVEL) : null,
    verdicts: Object.fromEntries(
      kinds.map(kind => [
        kind,
        proportion(some.filter(line => line.verdict === kind).length, some.length, LEVEL),
      ]),
    ),
    timedShare:
      shares.length > 0
        ? { mean: mean(shares), sd: shares.length > 1 ? standardDeviation(shares) : 0 }
        : null,
  }
}

function logRatiosOf(lines: readonly Line[], version: Version): number[] {
  return lines.flatMap(line => (line.version === version && line.logRatio !== null ? [line.logRatio] : []))
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(mean(values.map(value => value * value)))
}
