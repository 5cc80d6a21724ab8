import type { TerminalStyle } from '@steelyard/text'
import { wrap } from '@steelyard/text'
import type { List } from '../content/document.ts'

/** Returns a list below its title; no line for one without items. */
export function printList({ title, items }: List, style: TerminalStyle): string[] {
  if (items.length === 0) return []
  const lines = items.flatMap(phrase => wrap(phrase, style, { first: '  - ' }))
  return [...wrap([{ text: title, role: 'title' }], style), ...lines]
}
