import { type TerminalStyle, wrap } from '@steelyard/text'
import { type Outline, spreadList } from '../content/outline.ts'
import { printList } from './print-list.ts'
import { printTable } from './print-table.ts'

/** Returns an outline for a terminal; no line is wider than `style.width`. */
export function renderOutline(outline: Outline, style: TerminalStyle): string {
  const { title, headline, tables, lists, note } = outline
  const parts = [
    wrap([{ text: title, role: 'title' }], style),
    headline.flatMap(phrase => wrap(phrase, style)),
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .map(table => [
        ...wrap(table.title, style),
        ...printTable(table, style, ([label = '', ...rest]) => [label, rest.filter(Boolean).join(', ')]),
      ]),
    ...[spreadList(outline.spread, style), ...lists].map(list => printList(list, style)),
    note === '' ? [] : wrap([{ text: note, role: 'quiet' }], style),
  ]
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}
