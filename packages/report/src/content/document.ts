import type { Phrase } from '@steelyard/text'

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
