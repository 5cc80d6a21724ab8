import type { RunRecord } from '@steelyard/record'

/** One format that records are written in. */
export interface Exporter {
  /** Whether an entry is known by its name alone, so that no two may have the same. */
  readonly needsUniqueNames: boolean
  /** Returns the text in pieces, in order; only results with the status ok are in it. */
  write(records: readonly RunRecord[]): Iterable<string>
}
