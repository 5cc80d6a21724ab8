import type { RuntimeName } from '@steelyard/runners'
import { type Estimate, proportion, quantile } from '@steelyard/stats'
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
import type { ToolVerdict } from './tools/tool.ts'
import type { Outcome, Variant } from './trial.ts'
import type { Trial } from './trial-file.ts'

/** A tool in a runtime, or in all that it runs in together, used in one way. */
export interface Who {
  readonly tool: string
  readonly runtime: RuntimeName | 'all'
  readonly variant: Variant
}

export interface AaScore extends Who {
  /** By statistic, the headline first. */
  readonly statistics: readonly (ErrorScore & { readonly statistic: string })[]
  /** Of the headline. */
  readonly byCase: readonly (ErrorScore & { readonly case: CaseName })[]
  /** `faster` or `slower` by the tool's own rule; null when it has none here. */
  readonly wrongVerdicts: Estimate | null
  readonly inconclusive: Estimate | null
  readonly same: Estimate | null
  /** Of intervals of the ratio; null where the tool gives none. */
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

export interface PowerScore extends Who {
  readonly factor: number
  /** Of `best`: chosen among all variants and statistics on one half of the trials, scored on the other. */
  readonly choice: 'headline' | 'best'
  readonly statistic: string
  readonly estimate: Bounded
  /** What the ratio should be by this tool's own cost of twice the input; null when that was not measured. */
  readonly truth: number | null
  readonly signRight: Estimate
  /** More than 5 % in the right direction, and in the wrong one. */
  readonly fivePercentRight: Estimate
  readonly fivePercentWrong: Estimate
  /** By the tool's own rule; null when it has none here. Never set for `best`. */
  readonly verdicts: Readonly<Record<'right' | 'wrong' | 'same' | 'inconclusive', Estimate>> | null
}

export interface LinearityScore extends Who {
  readonly case: CaseName
  /** Cost of twice the input, as a multiple. */
  readonly ratio: Bounded
}

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

const OWN = 'steelyard'
const FIVE_PERCENT = Math.log(1.05)

/** A trial with an output. */
type Answered = Trial & { readonly outcome: Outcome }

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

function scoreAa(trials: readonly Answered[], headlines: ReadonlyMap<string, string>): AaScore {
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

function aheadOf(trials: readonly Answered[], headlines: ReadonlyMap<string, string>): AheadScore[] {
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

/** Scores one factor for everybody. */
function scorePower(
  trials: readonly Answered[],
  headlines: ReadonlyMap<string, string>,
  linearity: readonly LinearityScore[],
): PowerScore[] {
  const { factor } = first(trials)
  const row = (choice: PowerScore['choice'], some: readonly Answered[], statistic: string): PowerScore => {
    const found = logRatios(some, statistic)
    const share = (holds: (log: number) => boolean) =>
      proportion(found.filter(holds).length, found.length, LEVEL)
    return {
      ...who(some),
      factor,
      choice,
      statistic,
      estimate: boundedMedian(found.map(Math.exp)),
      truth: truthOf(some, factor, linearity),
      signRight: share(log => log > 0),
      fivePercentRight: share(log => log > FIVE_PERCENT),
      fivePercentWrong: share(log => log < -FIVE_PERCENT),
      verdicts: choice === 'best' ? null : verdictsOf(some),
    }
  }
  const wrongSigns = (found: readonly number[]) => found.filter(log => log <= 0).length / found.length
  return [
    ...eachAndTogether(trials, useKey).map(some => row('headline', some, headlineOf(some, headlines))),
    ...eachAndTogether(trials, ({ tool }) => tool).flatMap(some => {
      const best = first(some).tool === OWN ? null : bestCandidate(some, wrongSigns)
      const scored = some.filter(trial => trial.variant === best?.variant && inHalf(trial, 'scored'))
      return best === null || scored.length === 0 ? [] : [row('best', scored, best.statistic)]
    }),
  ]
}

/**
 * What `factor` times the input should cost, were the cost a line through that of one and two inputs: the part that
 * does not grow with the input makes the ratio smaller than the factor. The mean over the cases.
 */
function truthOf(
  trials: readonly Answered[],
  factor: number,
  linearity: readonly LinearityScore[],
): number | null {
  const { tool, runtime } = who(trials)
  const slopes = linearity.filter(
    each => each.tool === tool && (runtime === 'all' || each.runtime === runtime),
  )
  if (slopes.length === 0) return null
  const growth = slopes.reduce((sum, { ratio }) => sum + (ratio.value - 1), 0) / slopes.length
  return 1 + (factor - 1) * growth
}

function verdictsOf(trials: readonly Answered[]): PowerScore['verdicts'] {
  const told = trials.flatMap(({ outcome, heavier }): (keyof NonNullable<PowerScore['verdicts']>)[] => {
    if (outcome.verdict === null) return []
    if (outcome.verdict === 'same' || outcome.verdict === 'inconclusive') return [outcome.verdict]
    return [outcome.verdict === (heavier === 1 ? 'slower' : 'faster') ? 'right' : 'wrong']
  })
  if (told.length === 0) return null
  const share = (wanted: string) =>
    proportion(told.filter(each => each === wanted).length, told.length, LEVEL)
  return {
    right: share('right'),
    wrong: share('wrong'),
    same: share('same'),
    inconclusive: share('inconclusive'),
  }
}

function scoreLinearity(headlines: ReadonlyMap<string, string>) {
  return (trials: readonly Answered[]): LinearityScore => ({
    ...who(trials),
    case: first(trials).case,
    ratio: boundedMedian(logRatios(trials, headlineOf(trials, headlines)).map(Math.exp)),
  })
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

/** Half of the trials choose, the others are scored; by their number, so that both halves see all the time there was. */
type Half = 'all' | 'choosing' | 'scored'

interface Candidate {
  readonly variant: Variant
  readonly statistic: string
}

/** Returns what does best on the choosing half, the smallest `loss` first; null when that half is empty. */
function bestCandidate(
  trials: readonly Answered[],
  loss: (logRatios: readonly number[]) => number,
): Candidate | null {
  const candidates = by(
    trials.filter(trial => inHalf(trial, 'choosing')),
    trial => trial.variant,
  ).flatMap(some =>
    statisticsOf(some).map(statistic => {
      const found = logRatios(some, statistic)
      return {
        variant: first(some).variant,
        statistic,
        loss: loss(found),
        // Where two lose as little, the steadier one.
        spread: scoreErrors(found).median,
      }
    }),
  )
  const [best] = candidates.toSorted((a, b) => a.loss - b.loss || a.spread - b.spread)
  return best ? { variant: best.variant, statistic: best.statistic } : null
}

function inHalf({ index }: Trial, half: Half): boolean {
  return half === 'all' || (index % 2 === 0) === (half === 'choosing')
}

/** Returns the statistics that every one of the trials has, the headline first. */
function statisticsOf(trials: readonly Answered[], headline = ''): string[] {
  return Object.keys(first(trials).outcome.logRatios)
    .filter(name => trials.every(({ outcome }) => Number.isFinite(outcome.logRatios[name])))
    .toSorted((a, b) => Number(b === headline) - Number(a === headline))
}

/** The headline of the relaunched is put together by the mean, as one would. */
function headlineOf(trials: readonly Answered[], headlines: ReadonlyMap<string, string>): string {
  const { tool, variant } = first(trials)
  const name = headlines.get(tool) ?? ''
  return variant === 'relaunched' ? `${name}, mean of launches` : name
}

function logRatios(trials: readonly Answered[], statistic: string): number[] {
  return trials.map(trial => logRatio(trial, statistic))
}

/** log(more ÷ less work); for two alike, log(b ÷ a). */
function logRatio({ outcome, heavier }: Answered, statistic: string): number {
  const log = outcome.logRatios[statistic] ?? Number.NaN
  return heavier === 0 ? -log : log
}

/** The share of trials with one of the verdicts; null when the tool gave none. */
function shareOf(trials: readonly Answered[], ...verdicts: readonly ToolVerdict[]): Estimate | null {
  const told = trials.flatMap(({ outcome }) => outcome.verdict ?? [])
  if (told.length === 0) return null
  return proportion(told.filter(verdict => verdicts.includes(verdict)).length, told.length, LEVEL)
}

function who(trials: readonly Trial[]): Who {
  const { tool, runtime, variant } = first(trials)
  return { tool, runtime: trials.every(trial => trial.runtime === runtime) ? runtime : 'all', variant }
}

function whoKey({ tool, runtime, variant }: Trial): string {
  return [tool, runtime, variant].join()
}

function useKey({ tool, variant }: Trial): string {
  return [tool, variant].join()
}

function situationKey({ index, case: name, runtime }: Trial): string {
  return [index, name, runtime].join()
}

/** Groups by `key` in each runtime, and then, where there are several of them, in all together. */
function eachAndTogether(trials: readonly Answered[], key: (trial: Answered) => string): Answered[][] {
  const together = by(trials, key).filter(some => who(some).runtime === 'all')
  return [...by(trials, trial => [key(trial), trial.runtime].join()), ...together]
}

function by<T>(values: readonly T[], key: (value: T) => string): T[][] {
  return [...Map.groupBy(values, key).values()]
}

function first<T>(values: readonly T[]): T {
  const [value] = values
  if (value === undefined) throw new RangeError('Cannot score no trials. Give at least one.')
  return value
}
