import { checkFinite, checkPositive } from '../descriptive/check-number.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'

/** The coverage that every interval of Steelyard promises. */
export const LEVEL = 0.95

// The nominal level that keeps LEVEL although runs stop on precision; see launchQuantile.
const STOPPING_LEVEL = 0.97

/** A value with its interval: never a bare number. */
export interface Estimate {
  /** The estimate itself, in the unit of what was estimated; a ratio has none. */
  readonly value: number
  /** The lower end of the interval, at most `value`. */
  readonly lower: number
  /** The upper end of the interval, at least `value`. */
  readonly upper: number
  /** The promised coverage, from 0 to 1. */
  readonly level: number
  /** Launches; of a proportion, trials. */
  readonly n: number
}

/**
 * Returns how many standard errors an interval over launches reaches to each side, for `df` ≥ 1 degrees of freedom.
 *
 * It is the two-sided 97 % quantile of Student's t although LEVEL is 95 %: a run stops as soon as its interval is narrow
 * enough, which favours launches that happen to agree and costs coverage, the more so with heavy tails. With this quantile
 * for both the stop and the interval, and not before 10 launches, 94.5 % and more is left on every noise that could as well
 * favour the other side (docs/lab-notes.md); with the 96.5 % one it was 94.1 % on heavy tails.
 */
export function launchQuantile(df: number): number {
  return studentQuantile((1 + STOPPING_LEVEL) / 2, df)
}

/**
 * Returns the geometric mean over launches with its interval, Student t on logs, in the unit of `values`, of which there is
 * one per launch; null under two launches. RangeError if a value is not a finite number greater than 0.
 */
export function estimateFromLaunches(values: readonly number[]): Estimate | null {
  for (const value of values) checkPositive('the value of a launch', value)
  return ratioFromLogs(values.map(Math.log))
}

/**
 * Returns the ratio head ÷ base, exp of the mean of `logRatios` (one per launch), with its Student t interval; null under
 * two launches. RangeError if a log is not finite. The interval of equal logs has no width, which only says that the clock
 * was too coarse: `decide` calls that `zero variance`.
 */
export function ratioFromLogs(logRatios: readonly number[]): Estimate | null {
  checkFinite('log ratios', logRatios)
  if (logRatios.length < 2) return null
  const reach = launchQuantile(logRatios.length - 1) * standardError(logRatios)
  return estimateAround(mean(logRatios), reach, logRatios.length)
}

/**
 * Returns the ratio head ÷ base of contenders that did not share launches, as `ratioFromSumOfMeans` has it. Each list holds
 * the log of one value per launch.
 */
export function unpairedRatio(headLogs: readonly number[], baseLogs: readonly number[]): Estimate | null {
  return ratioFromSumOfMeans([headLogs, baseLogs.map(log => -log)])
}

/**
 * Returns exp of the sum of the means of independent lists of logs, with its interval; `n` is the smallest count. Null
 * without a list, or if any has under two; RangeError if a log is not finite.
 */
export function ratioFromSumOfMeans(lists: readonly (readonly number[])[]): Estimate | null {
  for (const list of lists) checkFinite('logs', list)
  const n = Math.min(...lists.map(({ length }) => length))
  if (lists.length === 0 || n < 2) return null
  const { center, standardError: spread, df } = meanOfSums(lists)
  return estimateAround(center, launchQuantile(df) * spread, n)
}

/**
 * Returns the sum of the means of independent lists, with its standard error and degrees of freedom (Welch 1947,
 * Satterthwaite 1946). Each list has two values or more.
 */
export function meanOfSums(lists: readonly (readonly number[])[]) {
  const n = Math.min(...lists.map(({ length }) => length))
  const parts = lists.map(list => ({ variance: standardError(list) ** 2, df: list.length - 1 }))
  const variance = parts.reduce((sum, part) => sum + part.variance, 0)
  const spread = parts.reduce((sum, part) => sum + part.variance ** 2 / part.df, 0)
  return {
    center: lists.reduce((sum, list) => sum + mean(list), 0),
    standardError: Math.sqrt(variance),
    // Never below n - 1 in exact arithmetic; rounding, or no spread at all, must not bring it lower.
    df: Math.max(n - 1, spread === 0 ? 0 : variance ** 2 / spread),
  }
}

/** Returns half the distance of the logs of the ends of an estimate: its relative half-width, a fraction. */
export function halfWidth(estimate: Estimate): number {
  return (Math.log(estimate.upper) - Math.log(estimate.lower)) / 2
}

/** Returns a ratio over n launches; its logarithm, and that of its ends as far from it. */
export function estimateAround(center: number, reach: number, n: number): Estimate {
  return {
    value: Math.exp(center),
    lower: Math.exp(center - reach),
    upper: Math.exp(center + reach),
    level: LEVEL,
    n,
  }
}

/**
 * Returns the arithmetic mean over launches with its interval, Student's t, in the unit of `values`: for figures that may
 * be 0, of a number of launches that was fixed before. Null under two launches; RangeError if a value is not finite.
 */
export function meanOfLaunches(values: readonly number[]): Estimate | null {
  checkFinite('values of launches', values)
  if (values.length < 2) return null
  const value = mean(values)
  const reach = studentQuantile((1 + LEVEL) / 2, values.length - 1) * standardError(values)
  return { value, lower: value - reach, upper: value + reach, level: LEVEL, n: values.length }
}
