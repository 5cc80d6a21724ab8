import { type BisectionRules, type Bracketed, testMiddle } from '@steelyard/stats'

/** What a step told of the middle it looked at. */
export interface BisectionStep {
  /** Index among the releases. */
  readonly middle: number
  /** `unclear`: the time of the step did not settle it; `lost`: it could not be measured. */
  readonly place: 'good' | 'bad' | 'between' | 'unclear' | 'lost'
  /** How it is like neither end although it is nearer to one; null when it fits, as far as can be seen. */
  readonly misfit: 'between' | 'beyond good' | 'beyond bad' | null
}

/** What is known after the steps so far: the last release like good, the first like bad, and what comes next. */
export interface Bisection {
  /** Index of the last release that is nearer to good. */
  readonly good: number
  /** Index of the first release that is nearer to bad. */
  readonly bad: number
  /** The one to look at next; null when the search is over. */
  readonly next: number | null
  /** Why it is over; null when it is not. */
  readonly end: 'found' | 'narrowed' | 'between' | 'steps' | null
}

/** Steps beyond those that a search needs when every one of them settles its middle. */
const SPARE_STEPS = 3

/** Returns the most steps that a search over so many releases, ends included, is given. */
export function mostSteps(releases: number): number {
  return Math.ceil(Math.log2(Math.max(1, releases - 1))) + SPARE_STEPS
}

/**
 * Returns the chance of error that each step may have, so that all of them and the first comparison of the ends together
 * keep to `error` (Bonferroni over the most steps there can be).
 */
export function errorOfStep(error: number, releases: number): number {
  return error / (1 + mostSteps(releases))
}

/** Returns what the steps made so far leave of the releases, of which the first is good and the last bad. */
export function bisectionOf(releases: number, steps: readonly BisectionStep[]): Bisection {
  const placed = (place: BisectionStep['place']) => steps.filter(step => step.place === place)
  const good = Math.max(0, ...placed('good').map(({ middle }) => middle))
  const bad = Math.min(releases - 1, ...placed('bad').map(({ middle }) => middle))
  const over = (end: Bisection['end']): Bisection => ({ good, bad, next: null, end })
  if (placed('between').length > 0) return over('between')
  if (bad - good <= 1) return over('found')
  const skipped = steps.map(({ middle }) => middle)
  const center = (good + bad) / 2
  const open = Array.from({ length: bad - good - 1 }, (_, index) => good + 1 + index)
    .filter(index => !skipped.includes(index))
    .toSorted((a, b) => Math.abs(a - center) - Math.abs(b - center))
  const [next] = open
  if (next === undefined) return over('narrowed')
  if (steps.length >= mostSteps(releases)) return over('steps')
  return { good, bad, next, end: null }
}

/** Returns what launches of good, a middle and bad say of the middle at their last look. */
export function readMiddle(
  middle: number,
  launches: readonly Bracketed[],
  direction: 1 | -1,
  rules: BisectionRules,
): BisectionStep {
  const { nearer, misfit } = testMiddle(launches, direction, rules)
  if (nearer !== null) return { middle, place: nearer, misfit }
  return { middle, place: misfit === 'between' ? 'between' : 'unclear', misfit }
}
