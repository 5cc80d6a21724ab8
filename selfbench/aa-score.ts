import { type Estimate, proportion } from '@steelyard/stats'
import type { CaseName } from './cases/index.js'
import {
  type Bounded,
  boundedMedian,
  type ErrorScore,
  LEVEL,
  ratioOfErrors,
  ratioOfTails,
  scoreErrors,
} from './error-score.ts'
import {
  type Answered,
  bestCandidate,
  by,
  type Candidate,
  eachAndTogether,
  first,
  type Half,
  headlineOf,
  inHalf,
  logRatio,
  logRatios,
  OWN,
  situationKey,
  statisticsOf,
  type Who,
  who,
} from './scored-trials.ts'
import type { ToolVerdict } from './tools/tool.ts'

export interface AaScore extends Who {
  /** Keyed by statistic, the headline first. */
  readonly statistics: readonly (ErrorScore & { readonly statistic: string })[]
  /** Errors of the headline. */
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
  /** A headline as it comes, over all trials; or the best of all variants and statistics, by the other half. */
  readonly choice: 'headline' | 'best'
  readonly statistic: string
  readonly error: ErrorScore
  readonly steelyard: ErrorScore
  readonly ratioOfErrors: Bounded
  readonly ratioOfTails: Bounded
}

export function scoreAa(trials: readonly Answered[], headlines: ReadonlyMap<string, string>): AaScore {
  const headline = headlineOf(trials, headlines)
  return {
    ...who(trials),
    statistics: statisticsOf(trials, headline).map(statistic => ({
      statistic,
      ...scoreErrors(logRatios(trials, statistic)),
    })),
    byCase: by(trials, trial => trial.case).map(some => ({
      case: first(some).case,
      ...scoreErrors(logRatios(some, headline)),
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

export function aheadOf(trials: readonly Answered[], headlines: ReadonlyMap<string, string>): AheadScore[] {
  return eachAndTogether(trials, ({ tool }) => tool).flatMap(peer => {
    const own = trials.filter(trial => trial.tool === OWN)
    if (first(peer).tool === OWN || own.length === 0) return []
    const compare = (choice: AheadScore['choice'], { variant, statistic }: Candidate, half: Half) => {
      const theirs = peer.filter(trial => trial.variant === variant && inHalf(trial, half))
      const pairs = theirs.flatMap(trial => {
        const mine = own.find(other => situationKey(other) === situationKey(trial))
        return mine
          ? [{ other: logRatio(trial, statistic), own: logRatio(mine, headlineOf(own, headlines)) }]
          : []
      })
      if (pairs.length === 0) return []
      const [others, owns] = [pairs.map(pair => pair.other), pairs.map(pair => pair.own)]
      return [
        {
          ...who(theirs),
          choice,
          statistic,
          error: scoreErrors(others),
          steelyard: scoreErrors(owns),
          ratioOfErrors: ratioOfErrors(others, owns),
          ratioOfTails: ratioOfTails(others, owns),
        },
      ]
    }
    const plain = peer.filter(trial => trial.variant === 'as-it-comes')
    const best = bestCandidate(peer, some => scoreErrors(some).p95)
    return [
      ...(plain.length > 0
        ? compare('headline', { variant: 'as-it-comes', statistic: headlineOf(plain, headlines) }, 'all')
        : []),
      ...(best === null ? [] : compare('best', best, 'scored')),
    ]
  })
}

/** The share of trials with one of the verdicts; null when the tool gave none. */
function shareOf(trials: readonly Answered[], ...verdicts: readonly ToolVerdict[]): Estimate | null {
  const told = trials.flatMap(({ outcome }) => outcome.verdict ?? [])
  if (told.length === 0) return null
  return proportion(told.filter(verdict => verdicts.includes(verdict)).length, told.length, LEVEL)
}
