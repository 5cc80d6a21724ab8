import { type BisectionRules, type Bracketed, testMiddle } from '@steelyard/stats'

/** What a step found of the middle that it measured. */
export interface BisectionStep {
  /** Index among the releases. */
  readonly middle: number
  /** `unclear`: not settled in the time of the step; `lost`: it could not be measured. */
  readonly place: 'good' | 'bad' | 'between' | 'unclear' | 'lost'
  /** How it differs from both ends although it is nearer to one; null while it fits one. */
  readonly misfit: 'between' | 'beyond good' | 'beyond bad' | null
}

/** The state of a search after its steps so far. */
export interface Bisection {
  /** Index of the last release that is nearer to good. */
  readonly good: number
  /** Index of the first release that is nearer to bad. */
  readonly bad: number
  /** Index of the release to measure next; null when the search is over. */
  readonly next: number | null
  /** Why it is over; null when it is not. */
  readonly end: 'found' | 'narrowed' | 'between' | 'steps' | null
}

/** Steps beyond those of a search in which every step settles its middle. */
const SPARE_STEPS = 3

/** With two, more are mostly unclear too: the change came in several steps, or is too small for the time. */
const MOST_UNCLEAR = 2

/** Returns the largest number of steps of a search over this many releases, both ends included. */
export function mostSteps(releases: number): number {
  return Math.ceil(Math.log2(Math.max(1, releases - 1))) + SPARE_STEPS
}

/**
 * Returns the error, 0 to 1, of each step, so that all steps and the first comparison of the ends together keep to
 * `error` (Bonferroni over `mostSteps`).
 */
export function errorOfStep(error: number, releases: number): number {
  return error / (1 + mostSteps(releases))
}

/**
 * Returns the state of a search over releases, of which the first is good and the last bad, after `steps`. `guesses` are
 * indices to measure before the center, the likeliest first: a wrong one costs a step.
 */
export function bisectionOf(
  releases: number,
  steps: readonly BisectionStep[],
  guesses: readonly number[] = [],
): Bisection {
  const stepsAt = (place: BisectionStep['place']) => steps.filter(step => step.place === place)
  const good = Math.max(0, ...stepsAt('good').map(({ middle }) => middle))
  const bad = Math.min(releases - 1, ...stepsAt('bad').map(({ middle }) => middle))
  const over = (end: Bisection['end']): Bisection => ({ good, bad, next: null, end })
  if (stepsAt('between').length > 0) return over('between')
  if (bad - good <= 1) return over('found')
  const skipped = steps.map(({ middle }) => middle)
  const center = (good + bad) / 2
  const open = Array.from({ length: bad - good - 1 }, (_, index) => good + 1 + index)
    .filter(index => !skipped.includes(index))
    .toSorted((a, b) => Math.abs(a - center) - Math.abs(b - center))
  const next = guesses.find(index => open.includes(index)) ?? open[0]
  if (next === undefined) return over('narrowed')
  if (stepsAt('unclear').length >= MOST_UNCLEAR || steps.length >= mostSteps(releases)) return over('steps')
  return { good, bad, next, end: null }
}

/** Returns the finding on a middle at the last look at its launches with good and bad. */
export function readMiddle(
  middle: number,
  launches: readonly Bracketed[],
  direction: 1 | -1,
  rules: BisectionRules,
): BisectionStep {
  const { nearer, misfit } = testMiddle(launches, direction, rules)
  return { middle, place: nearer ?? (misfit === 'between' ? 'between' : 'unclear'), misfit }
}
