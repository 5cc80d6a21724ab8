import type { EstimateText, Phrase } from '@steelyard/text'
import type { VerdictMark } from './verdict-mark.ts'

/** What documents are made of: each medium prints every kind. A paragraph in one quiet piece is a note. */
export type Block = Phrase | List | Table | Spread | Command

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

/** Rows below headings: a field for each, or one alone that is a heading of the rows that follow. */
export interface Table {
  /** Empty where the text around it says what it is. */
  readonly title: Phrase
  /** What its columns are. */
  readonly about?: string
  readonly headings: readonly Heading[]
  readonly rows: readonly (readonly Field[])[]
  readonly notes?: readonly Phrase[]
}

/** Times of launches, in rows that are held against each other: drawn on a page, a line of text for each row elsewhere. */
export interface Spread {
  readonly title: string
  /** What was launched. */
  readonly subject: string
  readonly spread: readonly SpreadRow[]
  /** What is so in the launches that are marked; null where none are. */
  readonly mark: string | null
}

export interface SpreadRow {
  readonly label: string
  /** In the order in which they were made. */
  readonly launches: readonly { readonly ns: number; readonly isMarked: boolean }[]
}

/** What stands above a column; numbers end at the same place. */
export interface Heading {
  readonly text: Phrase
  readonly numeric: boolean
  /** Whether a narrow terminal may leave the column out: the first one first. */
  readonly isSpare?: boolean
}

/** Returns headings: those above texts, then those above numbers. */
export function headingsOf(texts: readonly string[], numbers: readonly string[] = []): Heading[] {
  return [...texts, ...numbers].map((text, index) => ({ text: [text], numeric: index >= texts.length }))
}

/** A text, or a value with the verdict on it; null for what is not known. */
export type Field = string | Phrase | Value | null

export interface Value {
  readonly estimate: EstimateText | null
  readonly mark: VerdictMark | null
}

/** Returns a paragraph that says by what was judged. */
export function note(text: string): Phrase {
  return [{ text, role: 'quiet' }]
}

/** Returns the text of a note; null for any other block. */
export function noteText(block: Phrase): string | null {
  const [piece, ...others] = block
  return typeof piece === 'object' && piece.role === 'quiet' && others.length === 0 ? piece.text : null
}

/** Whether a field is a value: it may have an estimate, a mark or neither. */
export function isValue(field: Field): field is Value {
  return typeof field === 'object' && field !== null && 'mark' in field
}

/** Returns what a text says, as a sentence. */
export function phraseOf(text: string | Phrase): Phrase {
  return typeof text === 'string' ? [text] : text
}

/** Whether a block is a sentence. */
export function isPhrase(block: Block): block is Phrase {
  return Array.isArray(block)
}
