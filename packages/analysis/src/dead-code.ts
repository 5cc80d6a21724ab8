import type { MeasuredContender } from '@steelyard/measure'
import type { ResultError, ResultWarning } from '@steelyard/record'
import { type DeadCodeFinding, findDeadCode, median } from '@steelyard/stats'

/** Twice the work may take somewhat more than twice the time; beyond this its state grows. */
const MOST_GROWTH = 2.2

export function deadCodeOf({ launches }: MeasuredContender): DeadCodeFinding {
  return findDeadCode(
    launches.flatMap(({ work, wallNs, iterationsPerBatch: iterations }) =>
      work === null ? [] : { ...work, timed: { iterations, batchNs: iterations * median(wallNs) } },
    ),
  )
}

/** Returns the figures that show dead code; null where there is none. */
export function deadCodeError({ rule, growth, floor, launches }: DeadCodeFinding): ResultError | null {
  if (rule === 'floor' && floor !== null) {
    const { iterationNs, emptyNs } = floor
    return { code: 'dead-code-floor', iterationNs, emptyNs, launches }
  }
  if (rule === 'growth' && growth !== null) {
    const { value, upper } = growth
    return { code: 'dead-code-growth', timesAsLong: value, upperTimesAsLong: upper, launches }
  }
  return null
}

/**
 * Returns what a reader must know of work that is not dead code. Other work that has the core often (`isCrowded`) interrupts
 * longer batches more, which looks like growth.
 */
export function deadCodeWarnings(
  { state, growth, floor }: DeadCodeFinding,
  isCrowded: boolean,
): ResultWarning[] {
  if (state === 'lost') return []
  const warnings: ResultWarning[] = []
  if (floor?.isNear) {
    const { iterationNs, emptyNs } = floor
    warnings.push({ code: 'near-empty-loop', iterationNs, emptyNs })
  }
  if (!isCrowded && growth !== null && growth.lower > MOST_GROWTH) {
    warnings.push({ code: 'growing-state', timesAsLong: growth.value })
  }
  return warnings
}
