import { logGamma } from './log-gamma.ts'

// The fraction converges in about √max(a, b) steps: this is enough for parameters up to some 10^8.
const MAXIMUM_STEPS = 20_000
const SMALLEST = 1e-300

/**
 * Returns the regularized incomplete beta function I_x(a, b), from 0 to 1, with `complement` = 1 - x.
 *
 * Both x and 1 - x are taken, so that neither loses digits when the other is near 1. `a` and `b` are at least 0.5.
 * Continued fraction DLMF 8.17.22; where it converges slowly, I_x(a, b) = 1 - I_{1-x}(b, a), DLMF 8.17.4.
 */
export function incompleteBeta(x: number, complement: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (complement <= 0) return 1
  return x < (a + 1) / (a + b + 2)
    ? byContinuedFraction(x, complement, a, b)
    : 1 - byContinuedFraction(complement, x, b, a)
}

function byContinuedFraction(x: number, complement: number, a: number, b: number): number {
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b)
  const front = Math.exp(a * Math.log(x) + b * Math.log(complement) - logBeta) / a
  return front / evaluateFraction(x, a, b)
}

/** Evaluates 1 + d1 / (1 + d2 / (1 + …)) by the modified Lentz method (Thompson and Barnett 1986). */
function evaluateFraction(x: number, a: number, b: number): number {
  let value = 1
  let above = 1
  let below = 0
  for (let step = 1; step <= MAXIMUM_STEPS; step++) {
    const term = fractionTerm(step, x, a, b)
    below = 1 / awayFromZero(1 + term * below)
    above = awayFromZero(1 + term / above)
    value *= above * below
    if (Math.abs(above * below - 1) < Number.EPSILON) return value
  }
  throw new RangeError(`Cannot evaluate the incomplete beta function at a = ${a}, b = ${b}: no convergence.`)
}

function fractionTerm(step: number, x: number, a: number, b: number): number {
  const half = Math.floor(step / 2)
  const divisor = (a + step - 1) * (a + step)
  return step % 2 === 0 ? (half * (b - half) * x) / divisor : (-(a + half) * (a + b + half) * x) / divisor
}

function awayFromZero(value: number): number {
  return Math.abs(value) < SMALLEST ? SMALLEST : value
}
