import { mean, standardError } from '../descriptive/moments.ts'
import { lacksVariance } from '../descriptive/zero-variance.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { alphaSpent, analysisAt } from './interim-analysis.ts'
import { intervalNullPValue } from './interval-null-test.ts'

/** A launch that good, middle and bad shared, in log: middle ÷ good and bad ÷ good. */
export interface Bracketed {
  readonly middle: number
  readonly bad: number
}

/** By what the steps of a search are judged; fixed before the first. Fractions as in `Rules`. */
export interface BisectionRules {
  /** The smallest difference of the ends that is worth a search. */
  readonly threshold: number
  readonly biasAllowance: number
  /** The chance that this step says something wrong, all its looks together. */
  readonly error: number
}

/** Whether the ends differ: `1` bad takes longer, `-1` good does, `same` within the threshold, null not known yet. */
export type EndsFinding = 1 | -1 | 'same' | null

/**
 * Returns whether good and bad differ beyond doubt and by more than the threshold, from one log ratio (bad ÷ good) for
 * each launch; null before the first look.
 */
export function testEnds(logRatios: readonly number[], rules: BisectionRules): EndsFinding {
  const look = analysisAt(logRatios.length)
  if (look === null || lacksVariance(logRatios)) return null
  const error = alphaSpent(rules.error, look)
  const [limit, allowance] = [Math.log1p(rules.threshold), Math.log1p(rules.biasAllowance)]
  const center = mean(logRatios)
  const spread = { standardError: standardError(logRatios), df: logRatios.length - 1 }
  const reach = studentQuantile(1 - error / 2, spread.df) * spread.standardError
  if (Math.abs(center) + reach + allowance <= limit) return 'same'
  const isChanged = intervalNullPValue({ ...spread, mean: center, allowance }) < error
  if (!isChanged || Math.abs(center) <= limit) return null
  return center > 0 ? 1 : -1
}

/** Where a middle lies. */
export interface BisectionFinding {
  /** The end it is nearer to in log, beyond doubt; null when that is not known. */
  readonly nearer: 'good' | 'bad' | null
  /**
   * Where it lies when it is like neither end beyond doubt, that is more than a quarter of their distance away from
   * both; null otherwise.
   */
  readonly misfit: 'between' | 'beyond good' | 'beyond bad' | null
}

/** Of the distance of the ends: what lies within so much of one still fits it. */
const FIT = 0.25

/**
 * Returns where a middle lies between the ends that were measured beside it.
 *
 * Of each launch a contrast is taken, middle ÷ (good to bad)ᵏ in log, which is 0 where the middle lies at the share k of
 * the way. k = ½ tells the nearer end. Half of the error is for that; the other half is for the misfits: k = ¼ and ¾
 * (between), −¼ and 1¼ (beyond). Differences within the bias allowance count for none.
 *
 * @param direction 1 when bad takes longer than good, -1 when it takes less
 */
export function testMiddle(
  launches: readonly Bracketed[],
  direction: 1 | -1,
  rules: BisectionRules,
): BisectionFinding {
  const look = analysisAt(launches.length)
  if (look === null) return { nearer: null, misfit: null }
  const half = alphaSpent(rules.error, look) / 2
  const allowance = Math.log1p(rules.biasAllowance)
  /** Whether the middle lies beyond the share k, seen from good. */
  const isBeyond = (share: number, error: number) =>
    exceeds(contrasts(launches, direction, share), allowance, error)
  /** Whether it lies before. */
  const isBefore = (share: number, error: number) =>
    exceeds(
      contrasts(launches, direction, share).map(one => -one),
      allowance,
      error,
    )
  const nearer = isBefore(0.5, half / 2) ? 'good' : isBeyond(0.5, half / 2) ? 'bad' : null
  const third = half / 3
  // Both at the full level: it is said only when both hold (Berger 1982).
  if (isBeyond(FIT, third) && isBefore(1 - FIT, third)) return { nearer, misfit: 'between' }
  if (isBefore(-FIT, third)) return { nearer, misfit: 'beyond good' }
  if (isBeyond(1 + FIT, third)) return { nearer, misfit: 'beyond bad' }
  return { nearer, misfit: null }
}

function contrasts(launches: readonly Bracketed[], direction: 1 | -1, share: number): number[] {
  return launches.map(({ middle, bad }) => direction * (middle - share * bad))
}

/** Returns whether the mean is above the allowance, by a one-sided t test at this error. */
function exceeds(values: readonly number[], allowance: number, error: number): boolean {
  if (lacksVariance(values)) return false
  return studentCdf((allowance - mean(values)) / standardError(values), values.length - 1) < error
}
