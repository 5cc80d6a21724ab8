import { checkFinite, checkPositive } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { mean, standardDeviation, sum } from '../descriptive/moments.ts'

const MAXIMUM_STEPS = 200

/** Estimates of one thing by independent groups, each with the variance of its own error. */
export interface GroupEstimates {
  /** In log ratio; finite. */
  readonly values: readonly number[]
  /** Squared standard errors, one for each value; greater than 0. */
  readonly variances: readonly number[]
}

/** How far groups lie apart around one mean. */
export interface RandomEffects {
  /** τ², the variance between the groups, 0 or more. */
  readonly tauSquared: number
  /** I², the share of the variance of the values, 0 to 1, that is not their own error: shown, it decides nothing. */
  readonly iSquared: number
}

/**
 * Returns the random-effects model of at least two groups, fitted by restricted maximum likelihood.
 *
 * τ² by REML (Viechtbauer 2005), I² by Higgins and Thompson (2002) from τ² and the typical variance: what metafor's
 * `rma(method="REML")` gives, and checked against it. RangeError under two groups, if the lists differ in length, a value
 * is not finite or a variance is not positive.
 */
export function fitRandomEffects(groups: GroupEstimates): RandomEffects {
  checkGroups(groups)
  const { values, variances } = groups
  const tauSquared = restrictedMaximumLikelihood(groups)
  const own = weightsAt(variances, 0)
  const squares = sum(own.map(weight => weight ** 2))
  const typical = ((values.length - 1) * sum(own)) / (sum(own) ** 2 - squares)
  return { tauSquared, iSquared: tauSquared / (tauSquared + typical) }
}

/** Throws a RangeError unless there are at least two groups, each with a finite value and a positive variance. */
export function checkGroups({ values, variances }: GroupEstimates): void {
  checkFinite('estimates', values)
  for (const variance of variances) checkPositive('the variance of an estimate', variance)
  if (values.length < 2 || values.length !== variances.length) {
    throw new RangeError(
      `Cannot combine ${values.length} estimates with ${variances.length} variances. Give at least 2 of both.`,
    )
  }
}

/** Returns the generalized Q statistic of Cochran at this τ²: Σ wᵢ (yᵢ − ȳ)², 0 or more, falling as τ² grows. */
export function generalizedQ({ values, variances }: GroupEstimates, tauSquared: number): number {
  const weights = weightsAt(variances, tauSquared)
  const center = weightedMean(values, weights)
  return sum(weights.map((weight, index) => weight * (elementAt(values, index) - center) ** 2))
}

/**
 * The root of the restricted score nearest to the unweighted estimate of τ² (Hedges and Olkin 1985); 0 where the
 * likelihood falls from there on.
 */
function restrictedMaximumLikelihood(groups: GroupEstimates): number {
  const { values, variances } = groups
  const start = Math.max(0, standardDeviation(values) ** 2 - mean(variances))
  let lower = start
  let upper = start
  if (restrictedScore(groups, start) > 0) {
    const step = start + mean(variances)
    for (let reach = step; restrictedScore(groups, upper) > 0; reach *= 2) upper = start + reach
  } else {
    if (restrictedScore(groups, 0) <= 0) return 0
    lower = 0
  }
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    const middle = (lower + upper) / 2
    if (middle <= lower || middle >= upper || upper - lower <= 1e-13 * upper) break
    if (restrictedScore(groups, middle) > 0) lower = middle
    else upper = middle
  }
  return (lower + upper) / 2
}

/** Twice the derivative of the restricted log likelihood by τ² (Viechtbauer 2005, Harville 1977). */
function restrictedScore({ values, variances }: GroupEstimates, tauSquared: number): number {
  const weights = weightsAt(variances, tauSquared)
  const center = weightedMean(values, weights)
  const squares = sum(weights.map(weight => weight ** 2))
  const fit = sum(weights.map((weight, index) => (weight * (elementAt(values, index) - center)) ** 2))
  return fit - sum(weights) + squares / sum(weights)
}

function weightsAt(variances: readonly number[], tauSquared: number): number[] {
  return variances.map(variance => 1 / (variance + tauSquared))
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  return sum(weights.map((weight, index) => weight * elementAt(values, index))) / sum(weights)
}
