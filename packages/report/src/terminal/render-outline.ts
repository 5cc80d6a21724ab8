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

/** Returns a page of outlines for a terminal, without those that only a page shows. */
export function renderOutlines({ title, lead, outlines, foot }: OutlinePage, style: TerminalStyle): string {
  const shown = outlines.filter(
    ({ headline, blocks }) => headline.length > 0 || printBlocks(blocks, style).flat().length > 0,
  )
  return joinedParts([
    wrap([{ text: title, role: 'title' }], style),
    ...printBlocks(lead, style),
    ...shown.map(outline => [renderOutline(outline, style)]),
    ...printBlocks(foot, style),
  ])
}
