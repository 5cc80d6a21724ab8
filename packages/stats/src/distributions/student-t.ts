import { checkPositive } from '../descriptive/check-number.ts'
import { incompleteBeta } from './incomplete-beta.ts'
import { logGamma } from './log-gamma.ts'

const MAXIMUM_STEPS = 2000

/**
 * Returns P(T ≤ t) for Student's t with `df` degrees of freedom, `df` ≥ 1 and not necessarily whole (Welch).
 *
 * The relative error is below 1e-11 for `df` up to 10 000, also deep in the lower tail: so write P(T ≥ t) as
 * `studentCdf(-t, df)`, never as 1 minus it.
 * RangeError if `t` is NaN or `df` is not a finite number of at least 1. Formula: Abramowitz and Stegun
 * 26.7.1.
 */
export function studentCdf(t: number, df: number): number {
  checkDegrees(df)
  if (Number.isNaN(t)) throw new RangeError('Cannot find a probability: t is not a number.')
  const lower = upperTail(Math.abs(t), df)
  return t > 0 ? 1 - lower : lower
}

/**
 * Returns the t with P(T ≤ t) = `p` for 0 < `p` < 1 and `df` ≥ 1, not necessarily whole.
 *
 * RangeError for any other `p` or `df`. Newton's method from 0 on the upper tail: the tail is convex and
 * falling there, so no step passes the root and none needs a bracket.
 */
export function studentQuantile(p: number, df: number): number {
  checkDegrees(df)
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot find a quantile at p = ${p}. Give 0 < p < 1.`)
  if (p < 0.5) return -upperQuantile(p, df)
  return upperQuantile(1 - p, df)
}

function checkDegrees(df: number): void {
  checkPositive('degrees of freedom', df)
  if (df < 1) throw new RangeError(`Cannot use ${df} degrees of freedom. Give at least 1.`)
}

function upperTail(t: number, df: number): number {
  const square = t * t
  if (square === Infinity) return 0
  return incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5) / 2
}

function upperQuantile(tail: number, df: number): number {
  const logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - Math.log(df * Math.PI) / 2
  let t = 0
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    const density = Math.exp(logScale - ((df + 1) / 2) * Math.log1p((t * t) / df))
    const next = t + (upperTail(t, df) - tail) / density
    // Rounding alone can bring a step of 0 or backwards: the root is reached.
    if (!(next > t * (1 + Number.EPSILON))) return t
    t = next
  }
  return t
}
