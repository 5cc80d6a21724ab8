import { knownWarning, type Metric, type Warning, type WarningRecord, warningKind } from '@steelyard/record'
import { warningRangeText } from './warning-text.ts'

/** Returns a warning of a record as the rest of a sentence about its subject; one with an unknown code by its figures. */
export function recordWarningText(warning: WarningRecord): string {
  return recordWarningRangeText([warning])
}

/**
 * Returns warnings for which `recordWarningKind` returns the same as one, with the range of each figure.
 *
 * @param metric what verdicts read
 * @throws RangeError without any
 */
export function recordWarningRangeText(warnings: readonly WarningRecord[], metric?: Metric): string {
  const known = warnings.map(knownWarning).filter((warning): warning is Warning => warning !== null)
  const [first] = warnings
  return known.length > 0 || first === undefined ? warningRangeText(known, metric) : unknownText(first)
}

/** Returns the same for warnings that can be reported as one. */
export function recordWarningKind(warning: WarningRecord): string {
  const known = knownWarning(warning)
  return known === null ? unknownText(warning) : warningKind(known)
}

function unknownText({ code, ...figures }: WarningRecord): string {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  return shown.length === 0 ? code : `${code} (${shown.join(', ')})`
}

/** Returns why a contender has no numbers, or none that are valid; empty where there is no error. */
export function errorText(error: WarningRecord | null | undefined): string {
  return error ? recordWarningText(error) : ''
}
