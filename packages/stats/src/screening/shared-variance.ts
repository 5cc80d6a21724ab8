import { mean } from '../descriptive/moments.ts'

/** A variance with its degrees of freedom. */
export interface Variance {
  /** Above 0. */
  readonly variance: number
  readonly df: number
}

/** This many degrees of freedom mean that all variances are one; more change no test. */
const MOST_DF = 1e4

/**
 * Returns what many variances predict for the next one: where it lies, and for how many degrees of freedom that counts, 0 where
 * there are too few to say.
 *
 * Moments of log variances, as the empirical Bayes method of Smyth (2004) has them.
 */
export function sharedVariance(variances: readonly Variance[]): Variance {
  if (variances.length < 3) return { variance: 1, df: 0 }
  const logs = variances.map(({ variance, df }) => Math.log(variance) - digamma(df / 2) + Math.log(df / 2))
  const center = mean(logs)
  const spread = logs.reduce((sum, log) => sum + (log - center) ** 2, 0) / (logs.length - 1)
  const excess = spread - mean(variances.map(({ df }) => trigamma(df / 2)))
  const df = excess <= 0 ? MOST_DF : Math.min(2 * trigammaInverse(excess), MOST_DF)
  return { variance: Math.exp(center + digamma(df / 2) - Math.log(df / 2)), df }
}

/** Returns a variance moved towards the prediction from others. */
export function moderated(own: Variance, shared: Variance): Variance {
  const df = own.df + shared.df
  return { variance: (own.df * own.variance + shared.df * shared.variance) / df, df }
}

/** From here on the series converge within rounding. */
const LARGE = 12

/** Returns the derivative of the logarithm of the gamma function for `x` above 0 (DLMF 5.11.2, 5.5.2). */
export function digamma(x: number): number {
  if (x < LARGE) return digamma(x + 1) - 1 / x
  const square = 1 / (x * x)
  const series =
    square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))
  return Math.log(x) - 1 / (2 * x) - series
}

/** Returns its second derivative for `x` above 0 (DLMF 5.15.8, 5.15.5). */
export function trigamma(x: number): number {
  if (x < LARGE) return trigamma(x + 1) + 1 / (x * x)
  const square = 1 / (x * x)
  const series = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square / 30)))
  return 1 / x + square / 2 + series / x
}

const MOST_STEPS = 200

/** Returns the `x` whose trigamma is `y`, for `y` above 0: it falls, so halves find it. */
export function trigammaInverse(y: number): number {
  let [low, high] = [1e-8, 1e8]
  for (let step = 0; step < MOST_STEPS && high / low > 1 + 1e-12; step++) {
    const middle = Math.sqrt(low * high)
    if (trigamma(middle) > y) low = middle
    else high = middle
  }
  return Math.sqrt(low * high)
}
