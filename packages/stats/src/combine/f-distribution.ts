import { checkBetween, checkPositive } from '../descriptive/check-number.ts'
import { incompleteBeta } from '../distributions/incomplete-beta.ts'
import { logGamma } from '../distributions/log-gamma.ts'

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
