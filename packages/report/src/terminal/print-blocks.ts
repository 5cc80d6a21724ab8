import { displayWidth, GAP, type TerminalStyle, wrap } from '@steelyard/text'
import { type Block, isPhrase, type Ratios } from '../content/document.ts'
import { spreadList } from '../content/outline.ts'
import { ratiosTable } from '../content/ratios.ts'
import { printTable } from './print-table.ts'

/** Returns the lines of each block; none for what has nothing to show. */
export function printBlocks(blocks: readonly Block[], style: TerminalStyle): string[][] {
  return blocks.map(block => printBlock(block, style))
}

function printBlock(block: Block, style: TerminalStyle): string[] {
  if (isPhrase(block)) return block.length === 0 ? [] : wrap(block, style, { rest: 2 })
  if ('spread' in block) return printBlock(spreadList(block, style), style)
  if ('ratios' in block) return printRatios(block, style)
  if ('rows' in block) return printTable(block, style)
  if ('command' in block) return wrap([`${block.about} ${block.command}`], style, { rest: 2 })
  const lines = block.items.flatMap(phrase => wrap(phrase, style, { first: '  - ' }))
  return lines.length === 0 ? [] : [...wrap([{ text: block.title, role: 'title' }], style), ...lines]
}

const WIDEST_PLOT = 44
const NARROWEST_PLOT = 12

function printRatios(block: Ratios, style: TerminalStyle): string[] {
  const { title, about } = block
  const bare = printTable({ ...ratiosTable(block, style), notes: [] }, style)
  const room = style.width - GAP.length - Math.max(...bare.map(displayWidth))
  const plot = room < NARROWEST_PLOT ? 0 : Math.min(WIDEST_PLOT, room)
  const head = [{ text: title, role: 'title' } as const, ...(about.length === 0 ? [] : [': ', ...about])]
  return [...wrap(head, style, { rest: 2 }), ...printTable(ratiosTable(block, style, plot), style)]
}

/** Returns parts with an empty line between each two that have lines. */
export function joinedParts(parts: readonly (readonly string[])[]): string {
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}
