import { lacksVariance, mean, standardError } from '../descriptive/moments.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { intervalNullPValue } from './interval-null-test.ts'
import { FIRST_LOOK, LAG_ONE, type LookPlan, looksUpTo, standardErrorFactor } from './looks.ts'

/** When a step may end. A hard middle goes on far beyond N, so half of the error is for that. */
export const BISECTION_LOOKS: LookPlan = { first: FIRST_LOOK, planned: 20, lagOne: LAG_ONE, laterShare: 0.5 }

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
  /** The chance that this step errs, over all its looks. */
  readonly error: number
}

/** Whether the ends differ: `1` bad takes longer, `-1` good takes longer, `same` within the threshold, null not known yet. */
export type EndsFinding = 1 | -1 | 'same' | null

/**
 * Returns whether good and bad differ significantly and by more than the threshold, from one log ratio (bad ÷ good) per
 * launch up to the last look; null before the first.
 */
export function testEnds(logRatios: readonly number[], rules: BisectionRules): EndsFinding {
  const look = looksUpTo(BISECTION_LOOKS, logRatios.length).at(-1)
  const logs = logRatios.slice(0, look?.launches)
  if (look === undefined || lacksVariance(logs)) return null
  const error = rules.error * look.weight
  const [limit, allowance] = [Math.log1p(rules.threshold), Math.log1p(rules.biasAllowance)]
  const center = mean(logs)
  const spread = { standardError: errorOfMean(logs), df: logs.length - 1 }
  const reach = studentQuantile(1 - error / 2, spread.df) * spread.standardError
  if (Math.abs(center) + reach + allowance <= limit) return 'same'
  const isChanged = intervalNullPValue({ ...spread, mean: center, allowance }) < error
  if (!isChanged || Math.abs(center) <= limit) return null
  return center > 0 ? 1 : -1
}

interface BisectionFinding {
  /** The end that it is significantly nearer to in log; null when that is not known. */
  readonly nearer: 'good' | 'bad' | null
  /** Where it lies if it significantly differs from both ends by over a quarter of their distance; else null. */
  readonly misfit: 'between' | 'beyond good' | 'beyond bad' | null
}

/** As a share of the ends' distance: a middle within it of an end fits that end. */
const FIT = 0.25

/**
 * Returns where a middle lies between the ends that were measured in the same launches, at the last look.
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
  const look = looksUpTo(BISECTION_LOOKS, launches.length).at(-1)
  if (look === undefined) return { nearer: null, misfit: null }
  const half = (rules.error * look.weight) / 2
  const allowance = Math.log1p(rules.biasAllowance)
  const seen = launches.slice(0, look.launches)
  /** Whether the middle lies beyond the share k, seen from good. */
  const isBeyond = (share: number, error: number, sign: number = direction) =>
    exceeds(
      seen.map(({ middle, bad }) => sign * (middle - share * bad)),
      allowance,
      error,
    )
  /** Whether it lies before. */
  const isBefore = (share: number, error: number) => isBeyond(share, error, -direction)
  const nearer = isBefore(0.5, half / 2) ? 'good' : isBeyond(0.5, half / 2) ? 'bad' : null
  const third = half / 3
  // Both tests at the full level: the finding needs both (intersection-union, Berger 1982).
  if (isBeyond(FIT, third) && isBefore(1 - FIT, third)) return { nearer, misfit: 'between' }
  if (isBefore(-FIT, third)) return { nearer, misfit: 'beyond good' }
  if (isBeyond(1 + FIT, third)) return { nearer, misfit: 'beyond bad' }
  return { nearer, misfit: null }
}

/** Returns whether the mean is above the allowance, by a one-sided t test at this error. */
function exceeds(values: readonly number[], allowance: number, error: number): boolean {
  if (lacksVariance(values)) return false
  return studentCdf((allowance - mean(values)) / errorOfMean(values), values.length - 1) < error
}

function errorOfMean(logRatios: readonly number[]): number {
  return standardErrorFactor(BISECTION_LOOKS.lagOne, logRatios.length) * standardError(logRatios)
}
