import { checkBetween, checkFinite, checkWhole } from '../descriptive/check-number.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import { type Estimate, estimateAround } from '../intervals/estimate.ts'

/** Launches before the first interim analysis; the next comes after twice as many, and so on. */
export const FIRST_ANALYSIS = 10

// Less than 1 - LEVEL, as for `launchQuantile`: heavy tails take the difference at ten launches.
const INTERVAL_ERROR = 0.03

/**
 * Returns the number, from 0, of the last interim analysis that `launches` allow: they are planned after 10, 20, 40, 80 …
 * launches, and the end of the time is one more. Null under 10 launches.
 */
export function analysisAt(launches: number): number | null {
  checkWhole('the number of launches', launches, 0)
  return launches < FIRST_ANALYSIS ? null : Math.ceil(Math.log2(launches / FIRST_ANALYSIS))
}

/** Returns whether an interim analysis is planned after this many launches. */
export function isAnalysis(launches: number): boolean {
  return launches >= FIRST_ANALYSIS && Number.isInteger(Math.log2(launches / FIRST_ANALYSIS))
}

/**
 * Returns the error that an interim analysis may spend: ½ of `error` for the first, then ¼, ⅛ …. All together spend no
 * more than the whole, whichever ends the search (Bonferroni; alpha spending, Lan and DeMets 1983).
 */
export function alphaSpent(error: number, analysis: number): number {
  checkBetween('the error', error, 0, 1)
  checkWhole('the number of the analysis', analysis, 0)
  return error / 2 ** (analysis + 1)
}

/**
 * Returns exp of the mean of `logRatios` (one per launch), with an interval that holds at all interim analyses at once.
 * Null before the first; RangeError if a log is not finite.
 */
export function ratioAtAnalysis(logRatios: readonly number[]): Estimate | null {
  checkFinite('log ratios', logRatios)
  const analysis = analysisAt(logRatios.length)
  if (analysis === null) return null
  const center = mean(logRatios)
  const quantile = studentQuantile(1 - alphaSpent(INTERVAL_ERROR, analysis) / 2, logRatios.length - 1)
  const reach = quantile * standardError(logRatios)
  return estimateAround(center, reach, logRatios.length)
}
