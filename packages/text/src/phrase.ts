import type { Role } from './colorize.ts'

/** A piece of a sentence that has a role, such as the name of a case. */
export interface Span {
  readonly text: string
  readonly role: Role
  /** Where it leads to on a page. */
  readonly href?: string
}

/** A sentence that a terminal colours and Markdown marks up. */
export type Phrase = readonly (string | Span)[]

export function name(text: string): Span {
  return { text, role: 'name' }
}

/** Returns a text that leads to another place on a page. */
export function linked(text: string, href: string): Span {
  return { text, role: 'quiet', href }
}

/** Returns names in one list: `a, b, c and 2 more`. */
export function nameList(names: readonly string[], most?: number): Phrase {
  const phrases = names.map(each => [name(each)])
  return joinFirst(phrases, most)
}

/** Returns the first phrases in one list, and how many more there are. */
export function joinFirst(phrases: readonly Phrase[], most = 3): Phrase {
  const rest = phrases.length - most
  return [...joinPhrases(phrases.slice(0, most), ', '), ...(rest > 0 ? [` and ${rest} more`] : [])]
}

/** Returns phrases as one, with the same text between each two. */
export function joinPhrases(phrases: readonly Phrase[], between: string): Phrase {
  return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [between, ...phrase]))
}

/** Returns the sentence without its roles. */
export function phraseText(phrase: Phrase): string {
  return phrase.map(piece => (typeof piece === 'string' ? piece : piece.text)).join('')
}
