import { type TerminalStyle, wrap } from '@steelyard/text'
import { type Block, isPhrase } from '../content/document.ts'
import { spreadList } from '../content/outline.ts'
import { printTable } from './print-table.ts'

/** Returns the lines of each block; none for what has nothing to show. */
export function printBlocks(blocks: readonly Block[], style: TerminalStyle): string[][] {
  return blocks.map(block => printBlock(block, style))
}

function printBlock(block: Block, style: TerminalStyle): string[] {
  if (isPhrase(block)) return block.length === 0 ? [] : wrap(block, style, { rest: 2 })
  if ('spread' in block) return printBlock(spreadList(block, style), style)
  if ('rows' in block) return printTable(block, style)
  if ('command' in block) return wrap([`${block.about} ${block.command}`], style, { rest: 2 })
  const lines = block.items.flatMap(phrase => wrap(phrase, style, { first: '  - ' }))
  return lines.length === 0 ? [] : [...wrap([{ text: block.title, role: 'title' }], style), ...lines]
}

/** Returns parts with an empty line between each two that have lines. */
export function joinedParts(parts: readonly (readonly string[])[]): string {
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}
