import type { Phrase } from '@steelyard/text'
import type { Block } from './document.ts'

/** A short report: what it says first, and what stands behind. What its texts are made of was sanitized before. */
export interface Outline {
  readonly title: string
  /** What is to be known first, a line each. */
  readonly headline: readonly Phrase[]
  readonly blocks: readonly Block[]
}

export interface OutlinePage {
  /** What made it. */
  readonly kicker: string
  readonly title: string
  readonly lead: readonly Block[]
  readonly outlines: readonly Omit<Outline, 'headline'>[]
  readonly foot: readonly Block[]
  /** How to read it, in sentences. */
  readonly howToRead: readonly string[]
}
