import { type Estimate, proportion } from '@steelyard/stats'
import type { CaseName } from './cases/index.js'
import {
  type Bounded,
  boundedMedian,
  type ErrorScore,
  LEVEL,
  ratioOfErrors,
  scoreErrors,
} from './error-score.ts'
import {
  type Answered,
  by,
  eachAndTogether,
  first,
  type Headlines,
  logRatio,
  logRatios,
  OWN,
  type Who,
  who,
} from './scored-trials.ts'
import type { ToolVerdict } from './tools/tool.ts'

export interface AaScore extends Who {
  /** Errors of the headline. */
  readonly error: ErrorScore
  readonly byCase: readonly (ErrorScore & { readonly case: CaseName })[]
  /** `faster` or `slower` by the tool's own rule; null when it has none here. */
  readonly wrongVerdicts: Estimate | null
  readonly inconclusive: Estimate | null
  readonly same: Estimate | null
  /** Coverage of intervals of the ratio; null where the tool gives none. */
  readonly intervals: IntervalScore | null
}

/** Intervals of a ratio that is 1. */
export interface IntervalScore {
  readonly holdOne: Estimate
  /** In log. */
  readonly halfWidth: Bounded
}

/** How far Steelyard is ahead of a peer in the same runtimes, in A/A. */
export interface AheadScore extends Who {
  readonly error: ErrorScore
  readonly steelyard: ErrorScore
  readonly ratioOfErrors: Bounded
}

export function scoreAa(trials: readonly Answered[], headlines: Headlines): AaScore {
  return {
    ...who(trials),
    error: scoreErrors(logRatios(trials, headlines)),
    byCase: by(trials, trial => trial.case).map(some => ({
      case: first(some).case,
      ...scoreErrors(logRatios(some, headlines)),
    })),
    wrongVerdicts: shareOf(trials, 'faster', 'slower'),
    inconclusive: shareOf(trials, 'inconclusive'),
    same: shareOf(trials, 'same'),
    intervals: scoreIntervals(trials),
  }
}

function scoreIntervals(trials: readonly Answered[]): IntervalScore | null {
  const intervals = trials.flatMap(({ outcome }) => (outcome.ratioInterval ? [outcome.ratioInterval] : []))
  if (intervals.length === 0) return null
  const holding = intervals.filter(([lower, upper]) => lower <= 1 && upper >= 1)
  return {
    holdOne: proportion(holding.length, intervals.length, LEVEL),
    halfWidth: boundedMedian(intervals.map(([lower, upper]) => Math.log(upper / lower) / 2)),
  }
}

/** Returns a row for each peer, of the situations in which Steelyard ran in the same runtime. */
export function aheadOf(trials: readonly Answered[], headlines: Headlines): AheadScore[] {
  const situationOf = ({ index, case: name, runtime }: Answered) => [index, name, runtime].join()
  const own = new Map(
    trials.filter(({ tool }) => tool === OWN).map(trial => [situationOf(trial), trial] as const),
  )
  const peers = trials.filter(({ tool }) => tool !== OWN)
  return eachAndTogether(peers).flatMap(peer => {
    const pairs = peer.flatMap(trial => {
      const mine = own.get(situationOf(trial))
      return mine ? [{ other: logRatio(trial, headlines), own: logRatio(mine, headlines) }] : []
    })
    if (pairs.length === 0) return []
    const [others, owns] = [pairs.map(pair => pair.other), pairs.map(pair => pair.own)]
    return [
      {
        ...who(peer),
        error: scoreErrors(others),
        steelyard: scoreErrors(owns),
        ratioOfErrors: ratioOfErrors(others, owns),
      },
    ]
  })
}

/** The share of trials with one of the verdicts; null when the tool gave none. */
function shareOf(trials: readonly Answered[], ...verdicts: readonly ToolVerdict[]): Estimate | null {
  const told = trials.flatMap(({ outcome }) => outcome.verdict ?? [])
  if (told.length === 0) return null
  return proportion(told.filter(verdict => verdicts.includes(verdict)).length, told.length, LEVEL)
}
