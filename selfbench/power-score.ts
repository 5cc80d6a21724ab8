import { type Estimate, proportion } from '@steelyard/stats'
import { type Bounded, boundedMedian, LEVEL } from './error-score.ts'
import type { LinearityScore } from './linearity-score.ts'
import {
  type Answered,
  bestCandidate,
  eachAndTogether,
  first,
  headlineOf,
  inHalf,
  logRatios,
  OWN,
  useKey,
  type Who,
  who,
} from './scored-trials.ts'

export interface PowerScore extends Who {
  readonly factor: number
  /** `best` is chosen among all variants and statistics on one half of the trials, and scored on the other. */
  readonly choice: 'headline' | 'best'
  readonly statistic: string
  readonly estimate: Bounded
  /** What the ratio should be by this tool's own cost of twice the input; null when that was not measured. */
  readonly truth: number | null
  readonly signRight: Estimate
  /** More than 5 % in the right direction, and in the wrong one. */
  readonly fivePercentRight: Estimate
  readonly fivePercentWrong: Estimate
  /** Verdicts by the tool's own rule; null when it has none here. Never set for `best`. */
  readonly verdicts: Readonly<Record<'right' | 'wrong' | 'same' | 'inconclusive', Estimate>> | null
}

const FIVE_PERCENT = Math.log(1.05)

/** Scores one factor for everybody. */
export function scorePower(
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
