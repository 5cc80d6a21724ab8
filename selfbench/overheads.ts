import type { Trial } from './trial-file.ts'

/** How much of what a trial was off is made good in the next. */
const GAIN = 0.7

/**
 * Returns the overhead of a launch of a tool, learned from its last trial that did not fail, so that all use the same time from
 * command to output; null before the first. It does not depend on the measured values.
 */
export function overheadOf(
  trials: readonly Pick<Trial, 'tool' | 'runtime' | 'case' | 'outcome' | 'overheadSeconds'>[],
  { tool, runtime, case: name }: Pick<Trial, 'tool' | 'runtime' | 'case'>,
  seconds: number,
): number | null {
  const last = trials.findLast(
    one => one.tool === tool && one.runtime === runtime && one.case === name && one.outcome !== null,
  )
  if (!last?.outcome) return null
  const { overheadSeconds, outcome } = last
  return overheadSeconds + (GAIN * (outcome.wallSeconds - seconds)) / outcome.launches.length
}
