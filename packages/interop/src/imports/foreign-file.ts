import type { ForeignName, RunRecord } from '@steelyard/record'

export interface ForeignFile {
  readonly name: string
  readonly text: string
  /** The date of the record where the file has none. */
  readonly modifiedAt: Date
}

export interface ImportOptions {
  /** Null to guess it. */
  readonly format: ForeignName | null
  /** A target such as `node@26.10.0`, for files without one; null to take theirs. */
  readonly target: string | null
  readonly steelyard: Omit<RunRecord['steelyard'], 'estimator'>
}
