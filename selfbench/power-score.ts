import { type Estimate, proportion } from '@steelyard/stats'
import { type Bounded, boundedMedian, LEVEL } from './error-score.ts'
import { type Answered, first, type Headlines, logRatios, type Who, who } from './scored-trials.ts'

export interface PowerScore extends Who {
  readonly factor: number
  readonly estimate: Bounded
  readonly signRight: Estimate
  /** Verdicts by the tool's own rule; null when it has none here. */
  readonly verdicts: Readonly<Record<'right' | 'wrong' | 'same' | 'inconclusive', Estimate>> | null
}

/** Scores one tool at one factor. */
export function scorePower(trials: readonly Answered[], headlines: Headlines): PowerScore {
  const found = logRatios(trials, headlines)
  return {
    ...who(trials),
    factor: first(trials).factor,
    estimate: boundedMedian(found.map(Math.exp)),
    signRight: proportion(found.filter(log => log > 0).length, found.length, LEVEL),
    verdicts: verdictsOf(trials),
  }
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
