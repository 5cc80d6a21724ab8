import { checkBetween, checkFinite, checkPositive } from '../descriptive/check-number.ts'
import { lacksVariance, mean, standardDeviation } from '../descriptive/moments.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { LAG_ONE, standardErrorFactor } from '../verdict/looks.ts'
import { benjaminiHochberg } from './benjamini-hochberg.ts'

/** How many cases are screened for slowdowns, and how those suspected are confirmed. */
export interface ScreenRules {
  /** Share of false ones among those suspected, 0 to 1. */
  readonly falseDiscoveryRate: number
  /** The smallest slowdown that matters, as a fraction. */
  readonly threshold: number
  /** How far apart equals may be, as a fraction. */
  readonly biasAllowance: number
  /** Fresh launches of each case that is suspected. */
  readonly confirmingLaunches: number
}

export interface Screened {
  /** Against no slowdown beyond the bias allowance, one-sided; null where it cannot be tested. */
  readonly pValue: number | null
  /** p-value adjusted for the number of cases; null where `pValue` is. */
  readonly adjustedPValue: number | null
  readonly isSuspected: boolean
  /** What it was tested by; null likewise. */
  readonly test: Test | null
}

const ALPHA = 0.05
const CHANCE = 0.8
const STEPS = 30
/** No slowdown beyond it is looked for: head takes 100 times as long. */
const LARGEST_LOG = Math.log(100)

/**
 * Says for each case whether a slowdown is to be suspected, from the log ratios of few launches. So few do not show its own
 * spread, and it borrows from all (see sharedVariance). Nothing here is a verdict: what is suspected is measured again, and
 * judged by those launches alone. RangeError if a number is out of its range.
 */
export function screen(cases: readonly (readonly number[])[], rules: ScreenRules): Screened[] {
  checkBetween('the false discovery rate', rules.falseDiscoveryRate, 0, 1)
  checkPositive('the threshold', rules.threshold)
  for (const logRatios of cases) checkFinite('log ratios', logRatios)
  const own = cases.map(varianceOf)
  const shared = sharedVariance(own.filter(variance => variance !== null))
  const tests = cases.map((logRatios, index): Test | null => {
    const variance = own[index]
    return variance ? testOf(logRatios, moderated(variance, shared), rules) : null
  })
  // What cannot be tested is no reason for others to be suspected.
  const adjusted = benjaminiHochberg(tests.map(test => test?.pValue ?? 1))
  return tests.map((test, index) => {
    const adjustedPValue = test && (adjusted[index] ?? 1)
    const isSuspected = adjustedPValue !== null && adjustedPValue <= rules.falseDiscoveryRate
    return { pValue: test?.pValue ?? null, adjustedPValue, isSuspected, test }
  })
}

export interface Test {
  readonly pValue: number
  /** Spread of a launch, in log. */
  readonly spread: number
  readonly launches: number
  readonly df: number
}

function varianceOf(logRatios: readonly number[]): Variance | null {
  if (lacksVariance(logRatios)) return null
  return { variance: standardDeviation(logRatios) ** 2, df: logRatios.length - 1 }
}

function testOf(logRatios: readonly number[], { variance, df }: Variance, { biasAllowance }: ScreenRules) {
  const spread = Math.sqrt(variance)
  const beyond = mean(logRatios) - Math.log1p(biasAllowance)
  const t = beyond / (spread / Math.sqrt(logRatios.length))
  return { pValue: studentCdf(-t, df), spread, launches: logRatios.length, df }
}

/**
 * Returns the smallest slowdown of a case, as a fraction, that would have been suspected and confirmed with a chance of
 * 80 %, had it been the only one among all cases.
 */
export function detectableSlowdown(
  { spread, launches, df }: Test,
  cases: number,
  { falseDiscoveryRate, threshold, biasAllowance, confirmingLaunches }: ScreenRules,
): number {
  const critical = studentQuantile(1 - falseDiscoveryRate / Math.max(cases, 2), df)
  const error = (standardErrorFactor(LAG_ONE, confirmingLaunches) * spread) / Math.sqrt(confirmingLaunches)
  const own = confirmingLaunches - 1
  const confirming = studentQuantile(1 - ALPHA / 2, own)
  const chanceOf = (log: number) => {
    const beyond = log - Math.log1p(biasAllowance)
    const suspected = chanceBeyond(critical, beyond / (spread / Math.sqrt(launches)), df, df)
    const significant = chanceBeyond(confirming, beyond / error, own, df)
    const large = chanceBeyond(0, (log - Math.log1p(threshold)) / error, own, df)
    return suspected * Math.min(significant, large)
  }
  let [low, high] = [0, LARGEST_LOG]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (chanceOf(middle) < CHANCE) low = middle
    else high = middle
  }
  return Math.expm1(high)
}

/** Degrees of freedom with which Student's t is the normal distribution. */
const NORMAL_DF = 1e6

/**
 * Returns the chance that a shifted Student's t lies beyond a critical value. The spread is estimated with `df` degrees
 * of freedom in the test, and the shift itself is known only as well as the spread was with `knownDf`.
 */
function chanceBeyond(critical: number, shift: number, df: number, knownDf: number): number {
  const variance = 1 + critical ** 2 / (2 * df) + shift ** 2 / (2 * knownDf)
  return studentCdf((shift - critical * (1 - 1 / (4 * df))) / Math.sqrt(variance), NORMAL_DF)
}

interface Variance {
  /** Above 0. */
  readonly variance: number
  readonly df: number
}

/** Stands for equal variances: more degrees of freedom change no test. */
const MOST_DF = 1e4

/**
 * Returns where the next variance is expected, by moments of log variances (empirical Bayes, Smyth 2004), and for how many
 * degrees of freedom that counts: 0 where there are too few to say.
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
