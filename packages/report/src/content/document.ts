import type { EstimateText, Phrase } from '@steelyard/text'
import type { VerdictMark } from './verdict-mark.ts'

/** Sentences below each other; nothing is shown of one without items. */
export interface List {
  readonly title: string
  readonly items: readonly Phrase[]
}

/** What a reader may run, and what for. */
export interface Command {
  readonly about: string
  readonly command: string
}

/** Something known of the machine or the run. */
export interface Fact {
  readonly name: string
  readonly text: string
}

/** Rows below headings; every row has a field for each. */
export interface Table {
  readonly title: Phrase
  readonly headings: readonly Heading[]
  readonly rows: readonly (readonly Field[])[]
}

/** What stands above a column; numbers end at the same place. */
export interface Heading {
  readonly text: Phrase
  readonly numeric: boolean
}

/** Returns headings: those above texts, then those above numbers. */
export function headingsOf(texts: readonly string[], numbers: readonly string[] = []): Heading[] {
  return [...texts, ...numbers].map((text, index) => ({ text: [text], numeric: index >= texts.length }))
}

/** A text, or a value with the verdict on it. */
export type Field = Phrase | Value

export interface Value {
  readonly estimate: EstimateText | null
  readonly mark: VerdictMark | null
}
