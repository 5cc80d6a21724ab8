import type { RuntimeName } from '@steelyard/runners'
import type { Outcome } from './trial.ts'
import type { Trial } from './trial-file.ts'

/** A tool in a runtime, or in all that it runs in together. */
export interface Who {
  readonly tool: string
  readonly runtime: RuntimeName | 'all'
}

/** A trial with an output. */
export type Answered = Trial & { readonly outcome: Outcome }

export const OWN = 'steelyard'

/** The statistic that a user of each tool reads first, by tool. */
export type Headlines = ReadonlyMap<string, string>

/** Returns log(more ÷ less work) of the headlines; for two alike, log(b ÷ a). */
export function logRatios(trials: readonly Answered[], headlines: Headlines): number[] {
  return trials.map(trial => logRatio(trial, headlines))
}

export function logRatio({ tool, outcome, heavier }: Answered, headlines: Headlines): number {
  const log = outcome.logRatios[headlines.get(tool) ?? ''] ?? Number.NaN
  return heavier === 0 ? -log : log
}

export function who(trials: readonly Trial[]): Who {
  const { tool, runtime } = first(trials)
  return { tool, runtime: trials.every(trial => trial.runtime === runtime) ? runtime : 'all' }
}

/** Groups by tool in each runtime, and then, where there are several of them, in all together. */
export function eachAndTogether(trials: readonly Answered[]): Answered[][] {
  const together = by(trials, ({ tool }) => tool).filter(some => who(some).runtime === 'all')
  return [...by(trials, whoKey), ...together]
}

export function whoKey({ tool, runtime }: Trial): string {
  return [tool, runtime].join()
}

export function by<T>(values: readonly T[], key: (value: T) => string): T[][] {
  return [...Map.groupBy(values, key).values()]
}

export function first<T>(values: readonly T[]): T {
  const [value] = values
  if (value === undefined) throw new RangeError('Cannot score no trials. Give at least one.')
  return value
}
