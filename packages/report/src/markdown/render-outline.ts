import { phraseText } from '@steelyard/text'
import { type Outline, spreadList } from '../content/outline.ts'
import { markdownPhrase, markdownText } from './markdown-text.ts'
import { printList, printTable } from './print-parts.ts'

/** Returns an outline as GitHub-flavoured Markdown. */
export function renderOutlineMarkdown(outline: Outline): string {
  const { title, headline, tables, lists, note } = outline
  const parts = [
    `### ${markdownText(title)}`,
    ...headline.map(markdownPhrase),
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .flatMap(table => [
        ...(phraseText(table.title) === '' ? [] : [`#### ${markdownPhrase(table.title)}`]),
        printTable(table),
      ]),
    ...[spreadList(outline.spread, { unicode: true }), ...lists].flatMap(printList),
    ...(note === '' ? [] : [`<sub>${markdownText(note)}</sub>`]),
  ]
  return `${parts.join('\n\n')}\n`
}
