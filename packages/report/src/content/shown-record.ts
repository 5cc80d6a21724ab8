import { type RunRecord, statedComparison, withoutEarlyVerdicts } from '@steelyard/record'
import { sanitize } from '@steelyard/text'
import { shownCode } from './case-code.ts'

/**
 * Returns a record as it is shown: without control characters, without verdicts of a run that was ended early, and with the
 * ratios and verdicts that are stated.
 */
export function shownRecord(record: RunRecord): RunRecord {
  const safe = sanitize(withoutEarlyVerdicts(record))
  const suites = safe.suites.map((suite, index) => {
    const code = record.suites[index]?.code
    return code === undefined ? suite : { ...suite, code: shownCode(code) }
  })
  return { ...safe, suites, comparisons: safe.comparisons.map(statedComparison) }
}
