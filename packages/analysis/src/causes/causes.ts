import type { CauseRecord, CauseRowRecord, ComparisonRecord, ProfileRecord } from '@steelyard/record'
import { DEFAULT_ALPHA, launchQuantile } from '@steelyard/stats'
import { framesOf } from './cause-frames.ts'
import { rowsOf } from './cause-rows.ts'
import { asOne } from './cause-side.ts'

/** What a comparison is of, besides its record. */
export interface Compared {
  readonly comparison: ComparisonRecord
  /** Mean time of an iteration of the base, by the clock of the comparison. */
  readonly baseNs: number
  readonly base: ProfileRecord
  readonly head: ProfileRecord
  /** Both run on one engine, and are one case: what ran is named alike. */
  readonly isAlike: boolean
}

/** Returns what lies behind a comparison; null without a ratio that has an interval. */
export function causeOf({
  comparison,
  baseNs,
  base,
  head,
  isAlike,
}: Compared): Omit<CauseRecord, 'sampler'> | null {
  const { suite, case: caseId, baseCase, params, ratio } = comparison
  const isTwoCases = baseCase !== caseId
  if (!(ratio.upper > ratio.lower) || ratio.n < 2) return null
  const headNs = baseNs * ratio.value
  const by = isAlike ? 'place' : 'function'
  const logError = Math.log(ratio.upper / ratio.lower) / 2 / launchQuantile(ratio.n - 1)
  const sides = [
    { profile: isTwoCases ? asOne(base, baseCase) : base, wholeNs: baseNs, wholeLogError: 0 },
    { profile: isTwoCases ? asOne(head, caseId) : head, wholeNs: headNs, wholeLogError: logError },
  ] as const
  const rows = rowsOf(...sides, by)
  const whole = headNs - baseNs
  const differenceNs = {
    value: whole,
    lower: baseNs * (ratio.lower - 1),
    upper: baseNs * (ratio.upper - 1),
    level: ratio.level,
    n: ratio.n,
  }
  const frames = framesOf(...sides, by, differenceNs)
  const isKnown = ratio.lower > 1 || ratio.upper < 1
  const named = rows.filter(isNamed)
  return {
    ...{ suite, case: caseId, baseCase, params },
    ...{ base: comparison.base, head: comparison.head, by, baseNs, headNs },
    differenceNs,
    explainedShare: isKnown
      ? named.reduce((sum, { differenceNs }) => sum + differenceNs.value, 0) / whole
      : null,
    rows,
    frames,
  }
}

/** Whether a row is more than chance, and not the engine's, which names nothing in its own part. */
function isNamed({ kind, adjustedPValue }: CauseRowRecord): boolean {
  return kind !== 'engine' && adjustedPValue < DEFAULT_ALPHA
}
