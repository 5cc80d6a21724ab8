import { type Warning, type WarningRecord, warningRecord } from '@steelyard/record'
import { warningText } from './warning-text.ts'

/** Returns what a record has of warnings: their sentences and their values. */
export function wordedWarnings(warnings: readonly Warning[]): {
  readonly warnings: readonly string[]
  readonly warningDetails: readonly WarningRecord[]
} {
  return { warnings: warnings.map(warningText), warningDetails: warnings.map(warningRecord) }
}
