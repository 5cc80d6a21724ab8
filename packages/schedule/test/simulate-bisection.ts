import {
  BISECTION_LOOKS,
  type BisectionRules,
  type Bracketed,
  createRandom,
  type EndsFinding,
  isLook,
  type Random,
  testEnds,
} from '@steelyard/stats'
import { logRatioOfSums } from '../../stats/src/intervals/launch-ratio.ts'
import { type Bisection, type BisectionStep, bisectionOf, errorOfStep, readMiddle } from '../src/bisection.ts'
import type { Factor, LaunchDraw, NoiseModel } from './launch-noise.ts'

export interface SimulatedBisection {
  readonly noise: NoiseModel
  /** Times of the releases, in log; the first is good, the last is bad. */
  readonly logTimes: readonly number[]
  readonly seed: number
  readonly error: number
  /** The most launches of a step. */
  readonly mostLaunches: number
}

export interface BisectionOutcome {
  readonly ends: EndsFinding
  readonly steps: readonly BisectionStep[]
  /** Null without a search. */
  readonly bisection: Bisection | null
  readonly launches: number
  /** The launches of each middle, with its true log ratio to good. */
  readonly middles: readonly { readonly truth: number; readonly launches: readonly Bracketed[] }[]
}

const ROUNDS = 20

/** Searches as the command does, with releases that are noise around known times. */
export function simulateBisection(options: SimulatedBisection): BisectionOutcome {
  const { noise, logTimes, seed, error, mostLaunches } = options
  const random = createRandom(seed)
  const releases = logTimes.length
  const rules: BisectionRules = { threshold: 0.01, biasAllowance: 0, error: errorOfStep(error, releases) }
  const bad = timeOf(logTimes, releases - 1)
  const sample = <Row>(draw: () => Row, isSettled: (rows: readonly Row[]) => boolean) => {
    const rows: Row[] = []
    while (rows.length < mostLaunches && !(isLook(BISECTION_LOOKS, rows.length) && isSettled(rows)))
      rows.push(draw())
    return rows
  }
  const drawLaunch = noise.ofRun(random)
  const endRows = sample(
    () => launchOf(drawLaunch, random, 0, bad).bad,
    rows => testEnds(rows, rules) !== null,
  )
  const ends = testEnds(endRows, rules)
  if (ends === null || ends === 'same') {
    return { ends, steps: [], bisection: null, launches: endRows.length, middles: [] }
  }
  const steps: BisectionStep[] = []
  const middles: { truth: number; launches: readonly Bracketed[] }[] = []
  let bisection = bisectionOf(releases, steps)
  for (; bisection.next !== null; bisection = bisectionOf(releases, steps)) {
    const middle = bisection.next
    const truth = timeOf(logTimes, middle)
    const launches = sample(
      () => launchOf(drawLaunch, random, truth, bad),
      rows => readMiddle(middle, rows, ends, rules).place !== 'unclear',
    )
    steps.push(readMiddle(middle, launches, ends, rules))
    middles.push({ truth, launches })
  }
  const launches = endRows.length + middles.reduce((sum, step) => sum + step.launches.length, 0)
  return { ends, steps, bisection, launches, middles }
}

/**
 * Draws a launch that three share. The third has noise of its own, as if the noise that the other two share did not
 * affect it: more noise than on one core.
 */
function launchOf(draw: LaunchDraw, random: Random, middle: number, bad: number): Bracketed {
  const [first, second] = [draw(random), draw(random)]
  const good = sumsOf(first.base, 0)
  return {
    middle: logRatioOfSums(sumsOf(first.head, middle), good) ?? 0,
    bad: logRatioOfSums(sumsOf(second.head, bad), good) ?? 0,
  }
}

function sumsOf(factor: Factor, logTime: number): number[] {
  return Array.from({ length: ROUNDS }, () => Math.exp(logTime) * factor(true))
}

function timeOf(logTimes: readonly number[], index: number): number {
  return (logTimes[index] ?? 0) - (logTimes[0] ?? 0)
}
