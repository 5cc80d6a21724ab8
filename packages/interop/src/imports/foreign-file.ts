import type { ForeignName, RunRecord } from '@steelyard/record'

/** A file as it was found. */
export interface ForeignFile {
  readonly name: string
  readonly text: string
  /** What the record is dated by where the file itself does not say. */
  readonly modifiedAt: Date
}

export interface ImportOptions {
  /** Null to guess it. */
  readonly format: ForeignName | null
  /** A target such as `node@26.10.0`, for files that do not tell; null to take what they tell. */
  readonly target: string | null
  readonly steelyard: RunRecord['steelyard']
}
