import { checkBetween, checkFinite, checkPositive } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { mean, sum } from '../descriptive/moments.ts'
import { incompleteBeta } from '../distributions/incomplete-beta.ts'
import { type Estimate, LEVEL } from '../intervals/estimate.ts'

const STEPS = 60

/** Estimates of one thing by independent groups, each with the variance of its own error. */
export interface GroupEstimates {
  /** In log ratio; finite. */
  readonly values: readonly number[]
  /** Squared standard errors, one for each value; greater than 0. */
  readonly variances: readonly number[]
}

/** The standard deviation between groups with both ends of its interval, in log ratio: 0 or more. */
export type TauEstimate = Pick<Estimate, 'value' | 'lower' | 'upper'>

/**
 * Returns τ of at least two groups: where the generalized Q statistic is what is expected of it, k − 1 (Paule and Mandel
 * 1982), with its Q-profile interval (Viechtbauer 2007): every τ whose Q is neither too large nor too small.
 *
 * The published interval takes the variances as known, which is `df` = ∞ (the default). Ours are estimated, all with
 * the same `df` of at least 1, and where those are few the published one finds differences that are none. So Q ÷
 * (k − 1) is held against F with k − 1 and ν degrees of freedom; ν is that of τ² + mean variance (Satterthwaite 1946),
 * and grows with τ to the published interval. RangeError under two groups, if the lists differ in length, a value is not
 * finite or a variance not positive, and for a `df` under 1.
 */
export function estimateTau(groups: GroupEstimates, df = Number.POSITIVE_INFINITY): TauEstimate {
  const { values, variances } = groups
  checkFinite('estimates', values)
  for (const variance of variances) checkPositive('the variance of an estimate', variance)
  if (values.length < 2 || values.length !== variances.length) {
    throw new RangeError(
      `Cannot combine ${values.length} estimates with ${variances.length} variances. Give at least 2 of both.`,
    )
  }
  checkBetween('degrees of freedom', df, 1, Number.POSITIVE_INFINITY)
  const tail = (1 - LEVEL) / 2
  const least = (holds: (tauSquared: number) => boolean) => Math.sqrt(firstWhere(holds, mean(variances)))
  return {
    value: least(tauSquared => generalizedQ(groups, tauSquared) <= values.length - 1),
    lower: least(tauSquared => upperTailAt(groups, tauSquared, df) >= tail),
    upper: least(tauSquared => upperTailAt(groups, tauSquared, df) > 1 - tail),
  }
}

/** Returns the generalized Q statistic of Cochran at this τ²: Σ wᵢ (yᵢ − ȳ)², 0 or more, falling as τ² grows. */
export function generalizedQ({ values, variances }: GroupEstimates, tauSquared: number): number {
  const weights = variances.map(variance => 1 / (variance + tauSquared))
  const center = sum(weights.map((weight, index) => weight * elementAt(values, index))) / sum(weights)
  return sum(weights.map((weight, index) => weight * (elementAt(values, index) - center) ** 2))
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

/** Bisects for where `holds` begins to hold; 0 if it does there. */
function firstWhere(holds: (tauSquared: number) => boolean, step: number): number {
  if (holds(0)) return 0
  let lower = 0
  let upper = step
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
