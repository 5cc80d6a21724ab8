import { joined, type Phrase, phraseText } from '@steelyard/text'
import { type Block, type Field, isEstimate, isPhrase, noteText, type Table } from '../content/document.ts'
import { ratiosTable } from '../content/ratios.ts'
import { markText } from '../content/verdict-mark.ts'
import { markdownFence, markdownPhrase, markdownTable, markdownText } from './markdown-text.ts'

/** Returns blocks as pieces of Markdown; nothing of what has nothing to show. */
export function printBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap(printBlock)
}

function printBlock(block: Block): string[] {
  if (isPhrase(block)) {
    const note = noteText(block)
    if (note !== null) return [`<sub>${markdownText(note)}</sub>`]
    return block.length === 0 ? [] : [markdownPhrase(block)]
  }
  if ('ratios' in block) {
    const { title, about } = block
    return [`#### ${markdownText(title)}`, ...printBlock(about), ...printTable(ratiosTable(block))]
  }
  if ('trends' in block) return block.trends.flatMap(({ table }) => printTable(table))
  if ('grids' in block) return []
  if ('rows' in block) return printTable(block)
  if ('command' in block) return [block.about, markdownFence('sh', block.command)]
  return block.items.length === 0 ? [] : [`#### ${markdownText(block.title)}`, ...bullets(block.items)]
}

/** Returns sentences as one list; nothing of none. */
export function bullets(phrases: readonly Phrase[]): string[] {
  return phrases.length === 0 ? [] : [phrases.map(phrase => `- ${markdownPhrase(phrase)}`).join('\n')]
}

function printTable({ title, about, headings, rows, notes = [] }: Table): string[] {
  if (rows.length === 0) return []
  const table = markdownTable(
    headings.map(({ text }) => markdownPhrase(text)),
    headings.map(({ numeric }) => (numeric ? 'right' : 'left')),
    rows.map(row => headings.map((_, index) => fieldText(row[index] ?? ''))),
  )
  return [
    ...(phraseText(title) === '' ? [] : [`#### ${markdownPhrase(title)}`]),
    ...(about === undefined ? [] : [markdownText(about)]),
    table,
    ...bullets(notes),
  ]
}

/** A verdict is in bold, unless there is nothing in it to see. */
function fieldText(field: Field): string {
  if (field === null) return ''
  if (isEstimate(field)) return joined(field)
  if (typeof field === 'string') return markdownText(field)
  if (isPhrase(field)) return markdownPhrase(field)
  const text = markdownText(markText(field))
  return field.role === 'quiet' ? text : `**${text}**`
}
