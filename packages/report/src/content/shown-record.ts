import type { RunRecord } from '@steelyard/record'
import { sanitize } from '@steelyard/text'
import { shownCode } from './case-code.ts'

/** Returns a record as it is shown: without control characters. */
export function shownRecord(record: RunRecord): RunRecord {
  const safe = sanitize(record)
  const suites = safe.suites.map((suite, index) => {
    const code = record.suites[index]?.code ?? null
    return code === null ? suite : { ...suite, code: shownCode(code) }
  })
  return { ...safe, suites }
}
