import { checkBetween, checkPositive } from '../descriptive/check-number.ts'
import { mean } from '../descriptive/moments.ts'
import { incompleteBeta } from '../distributions/incomplete-beta.ts'
import { logGamma } from '../distributions/log-gamma.ts'
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

// Above it quantiles of F differ from their limit by less than a part in 1000, and the continued fraction takes long.
const AS_GOOD_AS_INFINITE = 1e4
const MAXIMUM_STEPS = 10_000
const SMALLEST = 1e-300

/**
 * Returns P(F ≥ x), from 0 to 1, for Fisher's F with `numerator` and `denominator` degrees of freedom, each at least 1
 * and not necessarily whole.
 *
 * An infinite `denominator` gives the limit, χ² with `numerator` degrees of freedom ÷ `numerator`; it also stands for
 * every one above 10⁴. RangeError if `x` is negative or a number is NaN. Formula: Abramowitz and Stegun 26.6.2 and
 * 26.4.19.
 */
export function fUpperTail(x: number, numerator: number, denominator: number): number {
  checkBetween('x', x, 0, Number.MAX_VALUE)
  checkPositive('degrees of freedom', numerator)
  checkBetween('degrees of freedom', denominator, 1, Number.POSITIVE_INFINITY)
  if (denominator > AS_GOOD_AS_INFINITE) return chiSquaredUpperTail(x * numerator, numerator)
  const scaled = numerator * x
  const total = denominator + scaled
  return incompleteBeta(denominator / total, scaled / total, denominator / 2, numerator / 2)
}

/** The regularized upper incomplete gamma function Q(df ÷ 2, x ÷ 2), DLMF 8.7.1 and 8.9.2. */
function chiSquaredUpperTail(x: number, df: number): number {
  const [shape, half] = [df / 2, x / 2]
  if (half <= 0) return 1
  const front = Math.exp(shape * Math.log(half) - half - logGamma(shape))
  return half < shape + 1 ? 1 - front * lowerSeries(shape, half) : front * upperFraction(shape, half)
}

function lowerSeries(shape: number, x: number): number {
  let term = 1 / shape
  let sum = term
  for (let step = 1; step <= MAXIMUM_STEPS; step++) {
    term *= x / (shape + step)
    sum += term
    if (term < sum * Number.EPSILON) break
  }
  return sum
}

/** Uses the modified Lentz method (Thompson and Barnett 1986). */
function upperFraction(shape: number, x: number): number {
  let base = x + 1 - shape
  let above = 1 / SMALLEST
  let below = 1 / base
  let value = below
  for (let step = 1; step <= MAXIMUM_STEPS; step++) {
    const term = -step * (step - shape)
    base += 2
    below = 1 / awayFromZero(term * below + base)
    above = awayFromZero(base + term / above)
    value *= above * below
    if (Math.abs(above * below - 1) < Number.EPSILON) break
  }
  return value
}

function awayFromZero(value: number): number {
  return Math.abs(value) < SMALLEST ? SMALLEST : value
}
