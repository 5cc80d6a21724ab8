import { type Charset, formatDuration, type Phrase, sparkline } from '@steelyard/text'
import type { Block, Fact, List, Spread } from './document.ts'

/** A short report: what it says first, and what stands behind. What its texts are made of was sanitized before. */
export interface Outline {
  readonly title: string
  /** What is to be known first, a line each. */
  readonly headline: readonly Phrase[]
  readonly blocks: readonly Block[]
}

/** A page of outlines. */
export interface OutlinePage {
  /** What made it. */
  readonly kicker: string
  readonly title: string
  readonly facts: readonly Fact[]
  /** What is said above all outlines; where there is nothing, a page begins with their headlines. */
  readonly lead: readonly Block[]
  readonly outlines: readonly Outline[]
  readonly foot: readonly Block[]
  /** How to read it, in sentences. */
  readonly howToRead: readonly string[]
}

const SPREAD_WIDTH = 40

/** Returns how times are spread as a list; without items where there is nothing to see. */
export function spreadList({ title, spread }: Spread, charset: Charset): List {
  const rows = spread.filter(({ launches }) => launches.length > 0)
  const all = rows.flatMap(({ launches }) => launches.map(({ ns }) => ns))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const items = rows.map(({ label, launches }) => {
    const times = launches.map(({ ns }) => ns)
    const drawn = sparkline(times, { low, high, width: SPREAD_WIDTH }, charset)
    return [`${formatDuration(low, charset)} ${drawn} ${formatDuration(high, charset)}, ${label}`]
  })
  return { title, items: high > low ? items : [] }
}
