import type { Phrase } from '@steelyard/text'
import type { List, Table } from './document.ts'

/** A short report: what it says in a sentence, tables, lists. What its texts are made of was sanitized before. */
export interface Outline {
  readonly title: string
  /** What is to be known first, a line each. */
  readonly headline: readonly Phrase[]
  readonly tables: readonly Table[]
  readonly lists: readonly List[]
  /** By what was judged; empty for nothing. */
  readonly note: string
}
