import { type RunRecord, withoutEarlyVerdicts } from '@steelyard/record'
import { sanitize } from '@steelyard/text'

/** Returns a record as people may see it: without control characters, and without verdicts of a run that was ended early. */
export function shownRecord(record: RunRecord): RunRecord {
  return sanitize(withoutEarlyVerdicts(record))
}
