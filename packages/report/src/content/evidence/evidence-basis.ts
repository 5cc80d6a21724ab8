import type { ComparisonRecord, EstimateRecord, RunRecord } from '@steelyard/record'

/** A verdict that others are shown rests on this many launches (design.md). */
export const EVIDENCE_LAUNCHES = 20

/** The only reason of an inconclusive verdict that does not question the numbers themselves. */
const WORDS_FOR_SMALL = 'sign known but small'

/** Returns the comparisons that evidence is about: those that shared launches. */
export function comparedInEvidence(record: RunRecord): readonly ComparisonRecord[] {
  return record.comparisons.filter(({ paired }) => paired)
}

/** Returns what a comparison lacks to be evidence, as a clause; null when it lacks nothing. */
export function lackOf({ ratio, control, reason }: ComparisonRecord): string | null {
  if (reason === 'quick') return 'a preview'
  if (reason === 'interrupted') return 'no verdict, since the run was interrupted'
  if (ratio.n < EVIDENCE_LAUNCHES) return `${ratio.n} launches`
  if (control === null || control.ratio === null) return 'no control in the launches'
  return control.passed ? null : 'the control failed, a copy of the base differed from the base'
}

/**
 * Returns the confidence as Node's reviewers read it: `***` under 0.001, `**` under 0.01, `*` under 0.05, by the
 * p-value adjusted for all verdicts of the command. Empty where evidence lacks something, or the rules found the
 * launches themselves wanting.
 */
export function starsOf(comparison: ComparisonRecord): string {
  const { adjustedPValue, verdict, reason } = comparison
  const isSound = verdict !== null && (verdict !== 'inconclusive' || reason === WORDS_FOR_SMALL)
  if (adjustedPValue === null || !isSound || lackOf(comparison) !== null) return ''
  return '*'.repeat([0.05, 0.01, 0.001].filter(level => adjustedPValue < level).length)
}

/** Change of the rate, iterations in a time, from base to head: as Node's own benchmarks report a difference. */
export interface Improvement {
  /** A fraction: 0.1 is a tenth more iterations in the same time. */
  readonly value: number
  /** Half of its interval. */
  readonly accuracy: number
}

/** Returns what a ratio of times, head ÷ base, is as a change of the rate. */
export function improvementOf({ value, lower, upper }: EstimateRecord): Improvement {
  return { value: 1 / value - 1, accuracy: (1 / lower - 1 / upper) / 2 }
}

/** Returns `-12.46 %`, two digits after the point as compare.R has them. */
export function percentText(fraction: number): string {
  const text = (100 * fraction).toFixed(2)
  return `${text === '-0.00' ? '0.00' : text} %`
}
