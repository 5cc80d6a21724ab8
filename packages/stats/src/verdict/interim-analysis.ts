import { checkBetween, checkFinite, checkWhole } from '../descriptive/check-number.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import { type Estimate, LEVEL } from '../intervals/estimate.ts'

/** Launches before anything is concluded; the next look comes after twice as many, and so on. */
export const FIRST_ANALYSIS = 10

// As `launchQuantile` is wider than LEVEL: what heavy tails take at ten launches is left.
const INTERVAL_ERROR = 0.03

/**
 * Returns the number, from 0, of the last look that `launches` allow: looks are planned after 10, 20, 40, 80 … launches,
 * and the end of the time is one more. Null under 10 launches.
 */
export function analysisAt(launches: number): number | null {
  checkWhole('the number of launches', launches, 0)
  return launches < FIRST_ANALYSIS ? null : Math.ceil(Math.log2(launches / FIRST_ANALYSIS))
}

/** Returns whether a look is planned after so many launches. */
export function isAnalysis(launches: number): boolean {
  return launches >= FIRST_ANALYSIS && Number.isInteger(Math.log2(launches / FIRST_ANALYSIS))
}

/**
 * Returns the share of an error that a look may use, ½ for the first, then ¼, ⅛ …: whichever look ends the search, all
 * that could have been made cost no more than the whole (Bonferroni; Lan and DeMets 1983 call it spending).
 */
export function alphaSpent(error: number, look: number): number {
  checkBetween('the error', error, 0, 1)
  checkWhole('the look', look, 0)
  return error / 2 ** (look + 1)
}

/**
 * Returns the ratio of which the logs are given, one per launch, with an interval that holds at every look at once; null
 * before the first look. RangeError if a log is not finite.
 */
export function ratioAtAnalysis(logRatios: readonly number[]): Estimate | null {
  checkFinite('log ratios', logRatios)
  const look = analysisAt(logRatios.length)
  if (look === null) return null
  const center = mean(logRatios)
  const quantile = studentQuantile(1 - alphaSpent(INTERVAL_ERROR, look) / 2, logRatios.length - 1)
  const reach = quantile * standardError(logRatios)
  return {
    value: Math.exp(center),
    lower: Math.exp(center - reach),
    upper: Math.exp(center + reach),
    level: LEVEL,
    n: logRatios.length,
  }
}
