import type { EstimateRecord } from '@steelyard/record'
import type { EstimateText, Phrase, Role } from '@steelyard/text'
import type { Heat } from './matrix/grid.ts'
import type { VerdictMark } from './verdict-mark.ts'

/** What documents are made of: each medium prints every kind. A paragraph in one quiet piece is a note, an empty one is nothing. */
export type Block = Phrase | List | Table | Ratios | Trends | Command | Heat

/** Sentences below each other; nothing is shown of one without items. */
export interface List {
  /** Empty where the text around it says what it is. */
  readonly title: string
  readonly items: readonly Phrase[]
}

/** What a reader may run, and what for. */
interface Command {
  readonly about: string
  readonly command: string
}

/** Rows below headings: a field for each, or one alone that is a heading of the rows that follow. */
export interface Table {
  /** Empty where the text around it says what it is. */
  readonly title: Phrase
  readonly about?: string
  readonly headings: readonly Heading[]
  readonly rows: readonly (readonly Field[])[]
  readonly notes?: readonly Phrase[]
}

/** Ratios on one logarithmic axis: a picture with its numbers on a page, signs in a terminal, a table elsewhere. */
export interface Ratios {
  readonly title: string
  readonly about: Phrase
  /** What a line is. */
  readonly label: string
  readonly ratios: readonly RatioLine[]
  /** At both ends of the axis; intervals may go on beyond. */
  readonly domain: readonly [low: number, high: number]
  /** δ and β as fractions, bands around 1; null for none. */
  readonly threshold: number | null
  readonly biasAllowance: number | null
  readonly hint: string
  readonly notes: readonly Phrase[]
}

export interface RatioLine {
  /** Lines of one group stand below its name in a picture. */
  readonly group: string
  readonly label: string
  readonly runtime: string
  /** thin: a part of the one above. hollow: a part that does not count. mean: of those above. range: it has no value. */
  readonly look: 'thick' | 'thin' | 'hollow' | 'mean' | 'range'
  /** What is drawn; null where nothing is known. */
  readonly ratio: { readonly value: number | null; readonly lower: number; readonly upper: number } | null
  readonly text: EstimateText | null
  readonly note: string
  /** Role of the note where it is a verdict. */
  readonly role: Role | null
}

/** Whether a line is a part of another one above. */
export function isNested({ look }: Pick<RatioLine, 'look'>): boolean {
  return look === 'thin' || look === 'hollow'
}

/** Ratios over records or releases: pictures with their numbers on a page, in a terminal a line for each record of a few. */
export interface Trends {
  readonly trends: readonly TrendFigure[]
}

export interface TrendFigure {
  readonly id: string
  readonly title: string
  /** What the picture shows, for readers who do not see it. */
  readonly subject: string
  readonly hint: string
  readonly table: Table
  /** What a page shows until it is unfolded; null where it is shown at once. */
  readonly summary: string | null
  readonly runtime: string
  /** In their order, at least one. */
  readonly points: readonly TrendPoint[]
  /** None for a chain, in which each point stands on the one before. */
  readonly levels: readonly TrendLevel[] | 'chain'
  readonly changes: readonly TrendChange[]
}

/** One record of a trend, or one release of a timeline. */
export interface TrendPoint {
  readonly name: string
  readonly tick: string
  readonly ratio: EstimateRecord
  /** Text that is shown where the pointer rests. */
  readonly title: string
  readonly id?: string
}

/** A stretch of a trend without a change. */
export interface TrendLevel {
  /** Indices of its first point and of the one after its last. */
  readonly from: number
  readonly to: number
  /** Geometric mean of its ratios. */
  readonly value: number
}

/** A change before a point. */
export interface TrendChange {
  readonly at: number
  /** How it stands to what was before. */
  readonly label: string
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

/** A text, a number with its interval, or a verdict; null for what is not known. */
export type Field = string | Phrase | EstimateText | VerdictMark | null

/** Returns a paragraph that says by what was judged. */
export function note(text: string): Phrase {
  return [{ text, role: 'quiet' }]
}

/** Returns the text of a note; null for any other block. */
export function noteText(block: Phrase): string | null {
  const [piece, ...others] = block
  return typeof piece === 'object' && piece.role === 'quiet' && others.length === 0 ? piece.text : null
}

export function isEstimate(field: Field): field is EstimateText {
  return typeof field === 'object' && field !== null && 'interval' in field
}

/** Whether a field is a verdict, or what stands in place of one. */
export function isMark(field: Field): field is VerdictMark {
  return typeof field === 'object' && field !== null && 'word' in field
}

export function isPhrase(one: Block | Field): one is Phrase {
  return Array.isArray(one)
}
