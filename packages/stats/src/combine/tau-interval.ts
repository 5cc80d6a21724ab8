import { checkBetween, checkPositive } from '../descriptive/check-number.ts'
import { mean } from '../descriptive/moments.ts'
import { incompleteBeta } from '../distributions/incomplete-beta.ts'
import { checkGroups, type GroupEstimates, generalizedQ } from './random-effects.ts'

const STEPS = 60

/** Both ends of an interval of τ, in log ratio. */
export interface TauInterval {
  /** 0 or more. */
  readonly lower: number
  /** At least `lower`. */
  readonly upper: number
}

/**
 * Returns the Q-profile interval of τ, the standard deviation between the groups (Viechtbauer 2007): every τ whose
 * generalized Q statistic is neither too large nor too small.
 *
 * The published interval takes the variances as known, which is `df` = ∞ (the default). Ours are estimated, all with
 * the same `df` of at least 1, and where those are few the published one finds differences that are none. So Q ÷
 * (k − 1) is held against F with k − 1 and ν degrees of freedom; ν is that of τ² + mean variance (Satterthwaite 1946),
 * and grows with τ to the published interval. The tails need not be monotone in τ: the smallest and the largest τ that
 * fit are returned. RangeError as `fitRandomEffects`, for a `df` under 1, or a `level` that is not between 0 and 1.
 */
export function tauInterval(
  groups: GroupEstimates,
  level: number,
  df = Number.POSITIVE_INFINITY,
): TauInterval {
  checkGroups(groups)
  checkBetween('the level', level, 0, 1)
  checkBetween('degrees of freedom', df, 1, Number.POSITIVE_INFINITY)
  const tail = (1 - level) / 2
  const tooLarge = (tauSquared: number) => upperTailAt(groups, tauSquared, df) < tail
  const tooSmall = (tauSquared: number) => upperTailAt(groups, tauSquared, df) > 1 - tail
  return { lower: Math.sqrt(firstWhereNot(tooLarge, groups)), upper: Math.sqrt(firstWhere(tooSmall, groups)) }
}

/** P(Q ≥ the one found) if the variance between the groups is `tauSquared`. */
function upperTailAt(groups: GroupEstimates, tauSquared: number, df: number): number {
  const { values, variances } = groups
  const own = mean(variances)
  return fUpperTail(
    generalizedQ(groups, tauSquared) / (values.length - 1),
    values.length - 1,
    df * ((tauSquared + own) / own) ** 2,
  )
}

function firstWhereNot(holds: (tauSquared: number) => boolean, groups: GroupEstimates): number {
  return firstWhere(tauSquared => !holds(tauSquared), groups)
}

/** Bisects for where `holds` begins to hold; 0 if it does there. */
function firstWhere(holds: (tauSquared: number) => boolean, { variances }: GroupEstimates): number {
  if (holds(0)) return 0
  let lower = 0
  let upper = mean(variances)
  while (!holds(upper)) {
    lower = upper
    upper *= 4
  }
  for (let step = 0; step < STEPS && upper - lower > 1e-8 * upper; step++) {
    const middle = (lower + upper) / 2
    if (holds(middle)) upper = middle
    else lower = middle
  }
  return upper
}

/** Quantiles of F differ from their limit by less than a part in 10,000 there; the fraction takes longer the more there are. */
const AS_GOOD_AS_INFINITE = 1e5

/**
 * Returns P(F ≥ x), from 0 to 1, for Fisher's F with `numerator` and `denominator` degrees of freedom, each at least 1
 * and not necessarily whole; an infinite `denominator` gives χ² with `numerator` degrees of freedom ÷ `numerator`.
 *
 * RangeError if `x` is negative or a number is NaN. Formula: Abramowitz and Stegun 26.6.2.
 */
export function fUpperTail(x: number, numerator: number, denominator: number): number {
  checkBetween('x', x, 0, Number.MAX_VALUE)
  checkPositive('degrees of freedom', numerator)
  checkBetween('degrees of freedom', denominator, 1, Number.POSITIVE_INFINITY)
  const finite = Math.min(denominator, AS_GOOD_AS_INFINITE)
  const scaled = numerator * x
  const total = finite + scaled
  return incompleteBeta(finite / total, scaled / total, finite / 2, numerator / 2)
}
