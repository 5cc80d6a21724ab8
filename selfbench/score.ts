import { quantile } from '@steelyard/stats'
import { type AaScore, type AheadScore, aheadOf, scoreAa } from './aa-score.ts'
import { type Bounded, boundedMedian } from './error-score.ts'
import { type LinearityScore, scoreLinearity } from './linearity-score.ts'
import { type PowerScore, scorePower } from './power-score.ts'
import { type Answered, by, eachAndTogether, useKey, type Who, who, whoKey } from './scored-trials.ts'
import type { Trial } from './trial-file.ts'

export interface FloorScore extends Who {
  /** The reported cost of an empty function, in nanoseconds. */
  readonly costNs: Bounded
}

export interface TimeScore extends Who {
  /** null when every trial failed. */
  readonly seconds: Bounded | null
  readonly p95Seconds: number | null
  readonly trials: number
  /** What went wrong, each thing once. */
  readonly failures: readonly string[]
  readonly failed: number
}

export interface Score {
  readonly aa: readonly AaScore[]
  readonly ahead: readonly AheadScore[]
  readonly power: readonly PowerScore[]
  readonly linearity: readonly LinearityScore[]
  readonly floor: readonly FloorScore[]
  readonly time: readonly TimeScore[]
}

/**
 * Scores every figure from the trials alone.
 *
 * @param headlines the statistic that a user of the tool reads first, by tool, in the order of the tables
 */
export function score(unsorted: readonly Trial[], headlines: ReadonlyMap<string, string>): Score {
  const order = [...headlines.keys()]
  const trials = unsorted.toSorted(
    (a, b) =>
      order.indexOf(a.tool) - order.indexOf(b.tool) ||
      a.runtime.localeCompare(b.runtime) ||
      a.variant.localeCompare(b.variant) ||
      a.factor - b.factor ||
      a.case.localeCompare(b.case),
  )
  const answered = trials.filter((trial): trial is Answered => trial.outcome !== null)
  const of = (figure: Trial['figure']) => answered.filter(trial => trial.figure === figure)
  const linearity = by(of('linearity'), trial => [whoKey(trial), trial.case].join()).map(
    scoreLinearity(headlines),
  )
  return {
    aa: eachAndTogether(of('aa'), useKey).map(some => scoreAa(some, headlines)),
    ahead: aheadOf(of('aa'), headlines),
    power: by(of('power'), trial => String(trial.factor)).flatMap(some =>
      scorePower(some, headlines, linearity),
    ),
    linearity,
    floor: by(of('floor'), whoKey).map(some => ({
      ...who(some),
      costNs: boundedMedian(some.map(({ outcome }) => outcome.costNs[0] ?? Number.NaN)),
    })),
    time: by(trials, whoKey).map(scoreTime),
  }
}

function scoreTime(trials: readonly Trial[]): TimeScore {
  const seconds = trials.flatMap(({ outcome }) => outcome?.wallSeconds ?? [])
  const failures = trials.flatMap(({ error }) => error ?? [])
  return {
    ...who(trials),
    seconds: seconds.length > 0 ? boundedMedian(seconds) : null,
    p95Seconds: seconds.length > 0 ? quantile(seconds, 0.95) : null,
    trials: trials.length,
    failures: [...new Set(failures)],
    failed: failures.length,
  }
}
