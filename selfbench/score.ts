import { proportion, quantile } from '@steelyard/stats'
import { boundedMedian, scoreErrors } from './error-score.ts'
import type { ToolVerdict } from './tools/tool.ts'
import type { Outcome } from './trial.ts'
import type { Trial } from './trial-file.ts'

/** A trial with an output. */
interface Answered extends Trial {
  readonly outcome: Outcome
  /** log(more ÷ less work) of the headline; for two alike, log(b ÷ a). */
  readonly logRatio: number
}

export type Score = ReturnType<typeof score>

/**
 * Scores every figure from the trials alone: each tool in each of its runtimes, and in all of them together.
 *
 * @param headlines the statistic that a user of each tool reads first, in the order of the tables
 */
export function score(unsorted: readonly Trial[], headlines: ReadonlyMap<string, string>) {
  const order = [...headlines.keys()]
  const trials = unsorted.toSorted(
    (a, b) =>
      order.indexOf(a.tool) - order.indexOf(b.tool) ||
      a.runtime.localeCompare(b.runtime) ||
      a.factor - b.factor ||
      a.case.localeCompare(b.case),
  )
  const answered = trials.flatMap((trial): Answered[] => {
    const { outcome, heavier, tool } = trial
    if (outcome === null) return []
    const log = outcome.logRatios[headlines.get(tool) ?? ''] ?? Number.NaN
    return [{ ...trial, outcome, logRatio: heavier === 0 ? -log : log }]
  })
  const of = (figure: Trial['figure']) => answered.filter(trial => trial.figure === figure)
  return {
    aa: eachAndTogether(of('aa')).map(scoreAa),
    power: by(of('power'), ({ factor }) => factor)
      .flatMap(eachAndTogether)
      .map(scorePower),
    time: by(trials, whoKey).map(scoreTime),
  }
}

/** How far off a tool is about equals, and how often it sees a difference; null where it has no rule or no interval. */
function scoreAa(trials: readonly Answered[]) {
  return {
    ...who(trials),
    error: scoreErrors(logRatios(trials)),
    byCase: by(trials, trial => trial.case).map(some => ({
      case: first(some).case,
      ...scoreErrors(logRatios(some)),
    })),
    wrongVerdicts: shareOf(trials, verdict => verdict === 'faster' || verdict === 'slower'),
    inconclusive: shareOf(trials, verdict => verdict === 'inconclusive'),
    same: shareOf(trials, verdict => verdict === 'same'),
    intervals: scoreIntervals(trials),
  }
}

/** Scores intervals of a ratio that is 1. */
function scoreIntervals(trials: readonly Answered[]) {
  const intervals = trials.flatMap(({ outcome }) => (outcome.ratioInterval ? [outcome.ratioInterval] : []))
  if (intervals.length === 0) return null
  const holding = intervals.filter(([lower, upper]) => lower <= 1 && upper >= 1)
  return {
    holdOne: proportion(holding.length, intervals.length),
    halfWidth: boundedMedian(intervals.map(([lower, upper]) => Math.log(upper / lower) / 2)),
  }
}

function scorePower(trials: readonly Answered[]) {
  const found = logRatios(trials)
  const right = ({ heavier }: Answered) => (heavier === 1 ? 'slower' : 'faster')
  const wrong = ({ heavier }: Answered) => (heavier === 1 ? 'faster' : 'slower')
  return {
    ...who(trials),
    factor: first(trials).factor,
    estimate: boundedMedian(found.map(Math.exp)),
    signRight: proportion(found.filter(log => log > 0).length, found.length),
    right: shareOf(trials, (verdict, trial) => verdict === right(trial)),
    wrong: shareOf(trials, (verdict, trial) => verdict === wrong(trial)),
    same: shareOf(trials, verdict => verdict === 'same'),
  }
}

function scoreTime(trials: readonly Trial[]) {
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

/** The share of the verdicts that a tool gave by its own rule; null when it gave none. */
function shareOf(trials: readonly Answered[], counts: (verdict: ToolVerdict, trial: Answered) => boolean) {
  const judged = trials.flatMap(trial =>
    trial.outcome.verdict === null ? [] : [counts(trial.outcome.verdict, trial)],
  )
  return judged.length === 0 ? null : proportion(judged.filter(Boolean).length, judged.length)
}

function logRatios(trials: readonly Answered[]): number[] {
  return trials.map(({ logRatio }) => logRatio)
}

/** Groups by tool in each runtime, and then, where there are several of them, in all together. */
function eachAndTogether(trials: readonly Answered[]): Answered[][] {
  const together = by(trials, ({ tool }) => tool).filter(some => who(some).runtime === 'all')
  return [...by(trials, whoKey), ...together]
}

function who(trials: readonly Trial[]) {
  const { tool, runtime } = first(trials)
  return { tool, runtime: trials.every(trial => trial.runtime === runtime) ? runtime : ('all' as const) }
}

function whoKey({ tool, runtime }: Trial): string {
  return [tool, runtime].join()
}

function by<T>(values: readonly T[], key: (value: T) => unknown): T[][] {
  return [...Map.groupBy(values, key).values()]
}

function first<T>([value]: readonly T[]): T {
  if (value === undefined) throw new RangeError('Cannot score no trials. Give at least one.')
  return value
}
