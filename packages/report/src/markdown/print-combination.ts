import { joined } from '@steelyard/text'
import type { CombinationBlock, CombinationDocument } from '../content/combination/combination-document.ts'
import { type ForestRow, isNested } from '../content/combination/forest-rows.ts'
import { markdownPhrase, markdownTable, markdownText } from './markdown-text.ts'
import { bullets, printBlocks } from './print-blocks.ts'

/** Returns a combination as pieces of Markdown: all conclusions first. */
export function printCombination(document: CombinationDocument): string[] {
  const { title, about, blocks, conclusions, differences, notCombined, advice, note } = document
  return [
    `### ${markdownText(title)}`,
    `${markdownPhrase(about)}.`,
    ...bullets(conclusions),
    ...blocks.flatMap(block => [
      `#### ${markdownText(headingText(block))}`,
      forestTable(block),
      ...bullets(block.failures),
    ]),
    `<sub>${markdownText(note)}</sub>`,
    ...printBlocks([differences, notCombined, advice]),
  ]
}

function headingText({ name, sides }: CombinationBlock): string {
  return sides === '' ? name : `${name}, ${sides}`
}

function forestTable({ rows }: CombinationBlock): string {
  return markdownTable(['machine, session', 'ratio', ''], ['left', 'right', 'left'], rows.map(fieldsOf))
}

function fieldsOf(row: ForestRow): string[] {
  const { label, text, note } = row
  const shown = markdownText(label)
  return [
    isNested(row) ? `&emsp;${shown}` : `**${shown}**`,
    text === null ? '' : markdownText(joined(text)),
    markdownText(note),
  ]
}
