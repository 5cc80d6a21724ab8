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
export interface RecordMessage {
  readonly sentence: string
  readonly value: Warning | null
}

/** Returns a sentence with its value; without one in older records, and for codes that are not known here. */
export function recordMessage(sentence: string, detail: WarningRecord | undefined): RecordMessage {
  return { sentence, value: detail === undefined ? null : knownWarning(detail) }
}

/** Returns why a figure of a result is missing. */
export function missingMessage(
  sentence: string,
  detail: WarningRecord | undefined,
  result: ResultRecord,
): RecordMessage {
  return detail === undefined
    ? { sentence, value: olderReason(sentence, result) }
    : recordMessage(sentence, detail)
}

/** Returns the same for what may be reported as one: values that differ in their figures alone, or equal sentences. */
export function messageKind({ sentence, value }: RecordMessage): string {
  return value === null ? `sentence ${sentence}` : `value ${warningKind(value)}`
}

/** Returns what is of one kind as one sentence, with the range of each figure. */
export function messageText(messages: readonly RecordMessage[]): string {
  const values = messages.flatMap(({ value }) => value ?? [])
  return values.length > 0 ? warningRangeText(values) : (messages[0]?.sentence ?? '')
}
