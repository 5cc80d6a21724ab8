import { type RunRecord, withoutEarlyVerdicts } from '@steelyard/record'
import { sanitize } from '@steelyard/text'

/** Returns a record as it is safe to show: without control characters, and without verdicts of a run that was ended early. */
export function shownRecord(record: RunRecord): RunRecord {
  return sanitize(withoutEarlyVerdicts(record))
}
