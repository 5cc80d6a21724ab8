import type { CaseName } from './cases/index.js'
import { type Bounded, boundedMedian } from './error-score.ts'
import { type Answered, first, headlineOf, logRatios, type Who, who } from './scored-trials.ts'

export interface LinearityScore extends Who {
  readonly case: CaseName
  /** Cost of twice the input, as a multiple. */
  readonly ratio: Bounded
}

export function scoreLinearity(headlines: ReadonlyMap<string, string>) {
  return (trials: readonly Answered[]): LinearityScore => ({
    ...who(trials),
    case: first(trials).case,
    ratio: boundedMedian(logRatios(trials, headlineOf(trials, headlines)).map(Math.exp)),
  })
}
