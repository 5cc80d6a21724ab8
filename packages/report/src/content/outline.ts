import { type Charset, formatDuration, type Phrase, sparkline } from '@steelyard/text'
import type { Fact, List, Table } from './document.ts'

/** A short report: what it says in a sentence, tables, lists. What its texts are made of was sanitized before. */
export interface Outline {
  readonly title: string
  /** What is to be known first, a line each. */
  readonly headline: readonly Phrase[]
  readonly tables: readonly Table[]
  /** How times are spread: drawn on a page, a line of text for each row elsewhere. Absent for none. */
  readonly spread?: TimeSpread
  readonly lists: readonly List[]
  /** By what was judged; empty for nothing. */
  readonly note: string
}

/** Times of launches, in rows that are held against each other. */
export interface TimeSpread {
  readonly title: string
  readonly rows: readonly SpreadRow[]
  /** What is so in the launches that are marked; null where none are. */
  readonly mark: string | null
}

export interface SpreadRow {
  readonly label: string
  /** In the order in which they were made. */
  readonly launches: readonly { readonly ns: number; readonly isMarked: boolean }[]
}

/** A page of outlines. */
export interface OutlinePage {
  /** What made it. */
  readonly kicker: string
  readonly title: string
  readonly facts: readonly Fact[]
  readonly outlines: readonly Outline[]
  /** How to read it, in sentences. */
  readonly howToRead: readonly string[]
}

const SPREAD_WIDTH = 40

/** Returns how times are spread as a list; without items where there is nothing to see. */
export function spreadList(spread: TimeSpread | undefined, charset: Charset): List {
  const rows = spread?.rows.filter(({ launches }) => launches.length > 0) ?? []
  const all = rows.flatMap(({ launches }) => launches.map(({ ns }) => ns))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const line = ({ label, launches }: SpreadRow): Phrase => {
    const times = launches.map(({ ns }) => ns)
    const drawn = sparkline(times, { low, high, width: SPREAD_WIDTH }, charset)
    return [`${formatDuration(low, charset)} ${drawn} ${formatDuration(high, charset)}, ${label}`]
  }
  return { title: spread?.title ?? '', items: high > low ? rows.map(line) : [] }
}
