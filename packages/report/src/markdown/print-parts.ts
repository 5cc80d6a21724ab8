import { joined, type Phrase } from '@steelyard/text'
import type { Command, Field, List, Table } from '../content/document.ts'
import type { Figures } from '../content/figures/figures.ts'
import { markText } from '../content/verdict-mark.ts'
import { markdownCode, markdownPhrase, markdownShell, markdownTable, markdownText } from './markdown-text.ts'

/** Returns a list below its title; nothing for one without items. */
export function printList({ title, items }: List): string[] {
  return items.length === 0 ? [] : [`#### ${title}`, ...bullets(items)]
}

/** Returns sentences as one list; nothing of none. */
export function bullets(phrases: readonly Phrase[]): string[] {
  return phrases.length === 0 ? [] : [phrases.map(phrase => `- ${markdownPhrase(phrase)}`).join('\n')]
}

/** Returns a command below what it is for. */
export function printCommand(command: Command | null): string[] {
  return command === null ? [] : [command.about, markdownShell(command.command)]
}

/** Returns a table without its title. */
export function printTable({ headings, rows }: Table): string {
  return markdownTable(
    headings.map(({ text }) => markdownPhrase(text)),
    headings.map(({ numeric }) => (numeric ? 'right' : 'left')),
    rows.map(row => row.map(printField)),
  )
}

/** Returns a field with its verdict in bold, unless there is nothing in it to see. */
function printField(field: Field): string {
  if (!('mark' in field)) return markdownPhrase(field)
  const { estimate, mark } = field
  const text = mark === null ? '' : markdownText(markText(mark))
  const shown = mark === null || mark.role === 'quiet' ? text : `**${text}**`
  return [estimate === null ? '' : joined(estimate), shown].filter(part => part !== '').join(' ')
}

/** Returns a table of figures below its title, and what is to be said of them. */
export function figuresParts({
  title,
  about,
  rowHeading = 'target',
  headings,
  blocks,
  notes,
}: Figures): string[] {
  const rows = blocks.flatMap(block =>
    block.rows.map(({ target, cells }) => [
      markdownCode(block.case),
      markdownCode(target),
      ...cells.map(figure => figure ?? ''),
    ]),
  )
  return [
    `#### ${markdownText(title)}`,
    markdownText(about),
    markdownTable(
      ['case', rowHeading, ...headings],
      ['left', 'left', ...headings.map(() => 'right' as const)],
      rows,
    ),
    ...bullets(notes),
  ]
}
