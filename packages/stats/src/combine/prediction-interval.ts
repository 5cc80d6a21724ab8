import { studentQuantile } from '../distributions/student-t.ts'

/** The fewest groups for a statement about groups that were not measured. */
export const GROUPS_FOR_PREDICTION = 5
/**
 * Under this many groups the interval misses its level, as it does where τ is small compared with the errors (Partlett
 * and Riley 2017).
 */
const GROUPS_FOR_GOOD_PREDICTION = 10

/** Estimates of a random-effects model; log ratios. */
export interface PredictionBasis {
  readonly center: number
  /** Standard error of the center; 0 or more. */
  readonly standardError: number
  /** τ², 0 or more. */
  readonly tauSquared: number
  /** Whether τ is known to be above 0: its interval does not begin there. */
  readonly isTauKnown: boolean
  readonly groups: number
}

/** Where the true value of a group that was not seen is expected; log ratios. */
export interface PredictionInterval {
  readonly lower: number
  readonly upper: number
  /** The promised coverage, from 0 to 1. */
  readonly level: number
  /**
   * Whether the promise may be missed: under ten groups, or where their errors hide τ. Then it covers down to 83 %
   * (docs/lab-notes.md).
   */
  readonly isApproximate: boolean
}

/**
 * Returns center ± t √(τ² + standard error²) with groups − 2 degrees of freedom (Higgins, Thompson and Spiegelhalter
 * 2009, equation 12); null under five groups.
 */
export function predictionInterval(
  { center, standardError, tauSquared, isTauKnown, groups }: PredictionBasis,
  level: number,
): PredictionInterval | null {
  if (groups < GROUPS_FOR_PREDICTION) return null
  const reach = studentQuantile((1 + level) / 2, groups - 2) * Math.sqrt(tauSquared + standardError ** 2)
  const isApproximate = groups < GROUPS_FOR_GOOD_PREDICTION || !isTauKnown
  return { lower: center - reach, upper: center + reach, level, isApproximate }
}
