import { mean } from '../descriptive/moments.ts'
import { digamma, trigamma, trigammaInverse } from './gamma-derivatives.ts'

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
