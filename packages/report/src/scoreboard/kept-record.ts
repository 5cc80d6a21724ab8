import type { RunRecord } from '@steelyard/record'
import { type RecordEntry, recordEntryOf } from '../content/record-list.ts'
import { type Section, sectionsOf } from '../content/section.ts'
import { shownRecord } from '../content/shown-record.ts'

/** A record among others, as it is safe to show. */
export interface KeptRecord {
  /** What it is known by, such as the path of its file. */
  readonly name: string
  readonly record: RunRecord
  readonly sections: readonly Section[]
  readonly entry: RecordEntry
  /** On which day it was made, in UTC: `2026-11-22`. */
  readonly day: string
}

/** Returns a record with the description that stands next to each of its numbers. */
export function keptRecord(name: string, unsafe: RunRecord): KeptRecord {
  const record = shownRecord(unsafe)
  const entry = recordEntryOf(record)
  return { name, record, sections: sectionsOf(record), entry, day: entry.startedAt.slice(0, 10) }
}

/** Whether a record was measured by Steelyard to its end; neither an import nor a comparison of timers is. */
export function isWhole({ record }: KeptRecord): boolean {
  return record.status === 'complete' && record.foreign === null && record.agreements.length === 0
}
