import { checkBetween, checkWhole } from '../descriptive/check-number.ts'

/** When a run may give verdicts, fixed before its first launch. */
export interface LookPlan {
  /** Launches of a comparison before its first look. */
  readonly first: number
  /** N: the launches that a comparison is planned to have; further ones have looks too. */
  readonly planned: number
  /** Correlation, 0 to 1, of a launch with the next one of the same comparison. */
  readonly lagOne: number
  /** The share of the error of all looks after N together; 0.05 if absent. */
  readonly laterShare?: number
}

/** An interim analysis of a comparison. */
export interface Look {
  readonly launches: number
  /** The share of the error that it may spend. */
  readonly weight: number
}

/** The first default look. Under 5, two kinds equally frequent on both sides exceed the error (scripts/simulate/looks.ts at 125a6f08). */
export const FIRST_LOOK = 5
export const PLANNED_LAUNCHES = 10

/** Between the first look and N; each is about 1.2 to 1.4 times the one before. */
const SCHEDULE: readonly number[] = [5, 6, 8, 10, 14, 20, 28, 40]

/** Shares of the error: of all looks before N together, of N, of all after it. */
const EARLY_SHARE = 0.15
const PLANNED_SHARE = 0.8
const LATER_SHARE = 0.05

/**
 * Correlation of neighbouring launches that tests allow for. Seen are 0.01 ± 0.02 where a group follows itself, 0.07 ± 0.04
 * where two to four take turns (docs/lab-notes.md).
 */
export const LAG_ONE = 0.08

/**
 * Returns the looks that a plan has up to a number of launches. Their weights sum to at most 1, however many launches there
 * are: alpha spending (Lan and DeMets 1983).
 */
export function looksUpTo(plan: LookPlan, launches: number): readonly Look[] {
  const { first, planned, laterShare = LATER_SHARE } = plan
  checkWhole('the first look', first, 2)
  checkWhole('the planned launches', planned, first)
  const early = [first, ...SCHEDULE.filter(n => n > first)].filter(n => n < planned)
  const plannedShare = PLANNED_SHARE + (LATER_SHARE - laterShare)
  const later: Look[] = []
  for (let k = 1; Math.round(planned * 2 ** (k / 2)) <= launches; k++) {
    later.push({ launches: Math.round(planned * 2 ** (k / 2)), weight: laterShare / 2 ** k })
  }
  return [
    ...early.map(n => ({ launches: n, weight: EARLY_SHARE / early.length })),
    { launches: planned, weight: early.length === 0 ? EARLY_SHARE + plannedShare : plannedShare },
    ...later,
  ].filter(look => look.launches <= launches)
}

/** Returns whether a plan has a look after exactly this many launches. */
export function isLook(plan: LookPlan, launches: number): boolean {
  return looksUpTo(plan, launches).at(-1)?.launches === launches
}

/**
 * Returns by what the standard error of a mean of `launches` values is larger than where they are independent: values of a
 * first-order autoregression (Box, Jenkins, Reinsel: variance of a mean, and bias of the sample variance).
 */
export function standardErrorFactor(lagOne: number, launches: number): number {
  checkBetween('the correlation', lagOne, 0, 1)
  let inflation = 1
  for (let lag = 1; lag < launches; lag++) inflation += 2 * (1 - lag / launches) * lagOne ** lag
  return Math.sqrt(inflation / (1 - (inflation - 1) / (launches - 1)))
}
