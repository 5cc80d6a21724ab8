import type { RuntimeName } from '@steelyard/runners'
import { scoreErrors } from './error-score.ts'
import type { Outcome, Variant } from './trial.ts'
import type { Trial } from './trial-file.ts'

/** A tool in a runtime, or in all that it runs in together, used in one way. */
export interface Who {
  readonly tool: string
  readonly runtime: RuntimeName | 'all'
  readonly variant: Variant
}

/** A trial with an output. */
export type Answered = Trial & { readonly outcome: Outcome }

export const OWN = 'steelyard'

/** Half of the trials choose, the others are scored; by their number, so that both halves see all the time there was. */
export type Half = 'all' | 'choosing' | 'scored'

export interface Candidate {
  readonly variant: Variant
  readonly statistic: string
}

/** Returns what does best on the choosing half, the smallest `loss` first; null when that half is empty. */
export function bestCandidate(
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

export function inHalf({ index }: Trial, half: Half): boolean {
  return half === 'all' || (index % 2 === 0) === (half === 'choosing')
}

/** Returns the statistics that every one of the trials has, the headline first. */
export function statisticsOf(trials: readonly Answered[], headline = ''): string[] {
  return Object.keys(first(trials).outcome.logRatios)
    .filter(name => trials.every(({ outcome }) => Number.isFinite(outcome.logRatios[name])))
    .toSorted((a, b) => Number(b === headline) - Number(a === headline))
}

/** The headline of the relaunched is put together by the mean, as one would. */
export function headlineOf(trials: readonly Answered[], headlines: ReadonlyMap<string, string>): string {
  const { tool, variant } = first(trials)
  const name = headlines.get(tool) ?? ''
  return variant === 'relaunched' ? `${name}, mean of launches` : name
}

export function logRatios(trials: readonly Answered[], statistic: string): number[] {
  return trials.map(trial => logRatio(trial, statistic))
}

/** log(more ÷ less work); for two alike, log(b ÷ a). */
export function logRatio({ outcome, heavier }: Answered, statistic: string): number {
  const log = outcome.logRatios[statistic] ?? Number.NaN
  return heavier === 0 ? -log : log
}

export function who(trials: readonly Trial[]): Who {
  const { tool, runtime, variant } = first(trials)
  return { tool, runtime: trials.every(trial => trial.runtime === runtime) ? runtime : 'all', variant }
}

export function whoKey({ tool, runtime, variant }: Trial): string {
  return [tool, runtime, variant].join()
}

export function useKey({ tool, variant }: Trial): string {
  return [tool, variant].join()
}

export function situationKey({ index, case: name, runtime }: Trial): string {
  return [index, name, runtime].join()
}

/** Groups by `key` in each runtime, and then, where there are several of them, in all together. */
export function eachAndTogether(trials: readonly Answered[], key: (trial: Answered) => string): Answered[][] {
  const together = by(trials, key).filter(some => who(some).runtime === 'all')
  return [...by(trials, trial => [key(trial), trial.runtime].join()), ...together]
}

export function by<T>(values: readonly T[], key: (value: T) => string): T[][] {
  return [...Map.groupBy(values, key).values()]
}

export function first<T>(values: readonly T[]): T {
  const [value] = values
  if (value === undefined) throw new RangeError('Cannot score no trials. Give at least one.')
  return value
}
