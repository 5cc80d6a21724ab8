import { lacksVariance, mean, standardError } from '../descriptive/moments.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { alphaSpent, analysisAt } from './interim-analysis.ts'
import { intervalNullPValue } from './interval-null-test.ts'

/** Log ratios of a launch that good, middle and bad share: middle ÷ good and bad ÷ good. */
export interface Bracketed {
  readonly middle: number
  readonly bad: number
}

/** The rules of a search, fixed before its first step. Fractions as in `Rules`. */
export interface BisectionRules {
  /** The smallest difference of the ends that a search is for. */
  readonly threshold: number
  readonly biasAllowance: number
  /** The chance that this step errs, over all its interim analyses. */
  readonly error: number
}

/** Whether the ends differ: `1` bad takes longer, `-1` good takes longer, `same` within the threshold, null not known yet. */
export type EndsFinding = 1 | -1 | 'same' | null

/**
 * Returns whether good and bad differ significantly and by more than the threshold, from one log ratio (bad ÷ good) per
 * launch; null before the first interim analysis.
 */
export function testEnds(logRatios: readonly number[], rules: BisectionRules): EndsFinding {
  const analysis = analysisAt(logRatios.length)
  if (analysis === null || lacksVariance(logRatios)) return null
  const error = alphaSpent(rules.error, analysis)
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
interface BisectionFinding {
  /** The end that it is significantly nearer to in log; null when that is not known. */
  readonly nearer: 'good' | 'bad' | null
  /**
   * Where it lies when it significantly differs from both ends by more than a quarter of their distance; null
   * otherwise.
   */
  readonly misfit: 'between' | 'beyond good' | 'beyond bad' | null
}

/** As a share of the ends' distance: a middle within it of an end fits that end. */
const FIT = 0.25

/**
 * Returns where a middle lies between the ends that were measured in the same launches.
 *
 * Each launch gives a contrast, middle ÷ (good to bad)ᵏ in log, which is 0 where the middle lies at the share k of the
 * way. k = ½ finds the nearer end and spends half of the error; the misfits spend the other half: k = ¼ and ¾ (between),
 * −¼ and 1¼ (beyond). Differences within the bias allowance do not count.
 *
 * @param direction 1 when bad takes longer than good, -1 when it takes less
 */
export function testMiddle(
  launches: readonly Bracketed[],
  direction: 1 | -1,
  rules: BisectionRules,
): BisectionFinding {
  const analysis = analysisAt(launches.length)
  if (analysis === null) return { nearer: null, misfit: null }
  const half = alphaSpent(rules.error, analysis) / 2
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
  // Both tests at the full level: the finding needs both (intersection-union, Berger 1982).
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
