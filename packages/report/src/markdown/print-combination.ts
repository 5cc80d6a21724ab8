import { joined } from '@steelyard/text'
import type { CombinationBlock, CombinationDocument } from '../content/combination/combination-document.ts'
import type { ForestRow } from '../content/combination/forest-rows.ts'
import { markdownPhrase, markdownTable, markdownText } from './markdown-text.ts'
import { bullets, printList } from './print-parts.ts'

/** Returns a combination as pieces of Markdown: all conclusions first. */
export function printCombination(document: CombinationDocument): string[] {
  const { title, about, blocks, conclusions, differences, notCombined, advice, note } = document
  return [
    `### ${markdownText(title)}`,
    `${markdownPhrase(about)}.`,
    ...bullets(conclusions),
    ...blocks.flatMap(block => [`#### ${markdownText(headingText(block))}`, forestTable(block)]),
    `<sub>${markdownText(note)}</sub>`,
    ...printList(differences),
    ...printList(notCombined),
    ...printList(advice),
  ]
}

function headingText({ name, sides }: CombinationBlock): string {
  return sides === '' ? name : `${name}, ${sides}`
}

function forestTable({ rows }: CombinationBlock): string {
  return markdownTable(['machine, session', 'ratio', ''], ['left', 'right', 'left'], rows.map(fieldsOf))
}

function fieldsOf({ kind, label, text, note }: ForestRow): string[] {
  const shown = markdownText(label)
  const isSession = kind === 'session' || kind === 'not counted'
  return [
    isSession ? `&emsp;${shown}` : `**${shown}**`,
    text === null ? '' : markdownText(joined(text)),
    markdownText(note),
  ]
}
