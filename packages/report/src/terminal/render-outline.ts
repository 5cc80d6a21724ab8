import { type TerminalStyle, wrap } from '@steelyard/text'
import type { Outline, OutlinePage } from '../content/outline.ts'
import { joinedParts, printBlocks } from './print-blocks.ts'

/** Returns an outline for a terminal; no line is wider than `style.width`. */
export function renderOutline({ title, headline, blocks }: Outline, style: TerminalStyle): string {
  return joinedParts([
    wrap([{ text: title, role: 'title' }], style),
    headline.flatMap(phrase => wrap(phrase, style)),
    ...printBlocks(blocks, style),
  ])
}

/** Returns a page for a terminal, without parts that only a page shows. */
export function renderOutlines({ title, lead, outlines, foot }: OutlinePage, style: TerminalStyle): string {
  const bold = (text: string) => wrap([{ text, role: 'title' }], style)
  const parts = outlines.map(part => ({ title: part.title, printed: printBlocks(part.blocks, style) }))
  return joinedParts([
    bold(title),
    ...printBlocks(lead, style),
    ...parts.flatMap(part => (part.printed.flat().length === 0 ? [] : [bold(part.title), ...part.printed])),
    ...printBlocks(foot, style),
  ])
}
