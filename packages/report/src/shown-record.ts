import { type RunRecord, withoutEarlyVerdicts } from '@steelyard/store'
import { plain } from './plain.ts'

/** Returns a record as people may see it: without control characters, and without verdicts of a run that was ended early. */
export function shownRecord(record: RunRecord): RunRecord {
  return plain(withoutEarlyVerdicts(record))
}
