import type { RunRecord, Verdict } from '@steelyard/record'
import { REPORT_ONLY } from './early-end.ts'

/** Exit codes are contract. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/**
 * Returns the exit code of a command that was not interrupted: failed when a case did not succeed, or when a
 * comparison has the verdict to fail on, as it is stated. A ratio without a verdict, however large, fails nothing.
 */
export function exitCodeOf(
  { results, comparisons, compared }: Pick<RunRecord, 'results' | 'comparisons' | 'compared'>,
  failOn: Verdict | null,
): number {
  // Where the time held no launch of it, a case did nothing wrong.
  const judgedCases = results.filter(({ error }) => error?.code !== 'not-measured')
  if (judgedCases.some(({ status }) => status !== 'ok' && status !== 'unsupported')) return EXIT.failed
  // The other targets of `compare` only explain its heads.
  const judged = comparisons.filter(({ head }) => compared?.heads.includes(head) ?? true)
  return failOn !== null && judged.some(one => one.verdict === failOn) ? EXIT.failed : EXIT.done
}

/** Returns the exit code of what judges nothing: a report of what a journal holds was not interrupted. */
export function exitCodeOfEnd({ aborted, reason }: AbortSignal): number {
  return aborted && reason !== REPORT_ONLY ? EXIT.interrupted : EXIT.done
}
