import { quantile } from '@steelyard/stats'
import { type AaScore, type AheadScore, aheadOf, scoreAa } from './aa-score.ts'
import { type Bounded, boundedMedian } from './error-score.ts'
import { type PowerScore, scorePower } from './power-score.ts'
import { type Answered, by, eachAndTogether, type Headlines, type Who, who, whoKey } from './scored-trials.ts'
import type { Trial } from './trial-file.ts'

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
  readonly time: readonly TimeScore[]
}

/**
 * Scores every figure from the trials alone.
 *
 * @param headlines in the order of the tables
 */
export function score(unsorted: readonly Trial[], headlines: Headlines): Score {
  const order = [...headlines.keys()]
  const trials = unsorted.toSorted(
    (a, b) =>
      order.indexOf(a.tool) - order.indexOf(b.tool) ||
      a.runtime.localeCompare(b.runtime) ||
      a.factor - b.factor ||
      a.case.localeCompare(b.case),
  )
  const answered = trials.filter((trial): trial is Answered => trial.outcome !== null)
  const of = (figure: Trial['figure']) => answered.filter(trial => trial.figure === figure)
  return {
    aa: eachAndTogether(of('aa')).map(some => scoreAa(some, headlines)),
    ahead: aheadOf(of('aa'), headlines),
    power: by(of('power'), trial => String(trial.factor))
      .flatMap(eachAndTogether)
      .map(some => scorePower(some, headlines)),
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
