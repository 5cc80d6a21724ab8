import {
  knownWarning,
  type ResultRecord,
  type Warning,
  type WarningRecord,
  warningKind,
} from '@steelyard/record'
import { warningRangeText } from '@steelyard/text'
import { olderReason } from './older-values.ts'

/** A sentence of a record, as a value where the record has one that is known here. */
export interface Told {
  readonly sentence: string
  readonly value: Warning | null
}

/** Returns a sentence with the value beside it; without one in older records, and in newer ones that say what is not known here. */
export function toldOf(sentence: string, detail: WarningRecord | undefined): Told {
  return { sentence, value: detail === undefined ? null : knownWarning(detail) }
}

/** Returns why a figure of a result is missing. */
export function toldReason(sentence: string, detail: WarningRecord | undefined, result: ResultRecord): Told {
  return detail === undefined ? { sentence, value: olderReason(sentence, result) } : toldOf(sentence, detail)
}

/** Returns the same for what may be told as one: values that differ in their figures alone, or equal sentences. */
export function toldKind({ sentence, value }: Told): string {
  return value === null ? `sentence ${sentence}` : `value ${warningKind(value)}`
}

/** Returns what is of one kind as one sentence, with the range of each figure. */
export function toldText(told: readonly Told[]): string {
  const values = told.flatMap(({ value }) => value ?? [])
  return values.length > 0 ? warningRangeText(values) : (told[0]?.sentence ?? '')
}
