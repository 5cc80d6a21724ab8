import { phraseText } from '@steelyard/text'
import type { Table } from '../content/document.ts'
import { foldMarkup } from './explore/fold.ts'
import { html, Markup } from './markup.ts'
import { tableMarkup } from './table.ts'

export interface Figure {
  readonly title: string
  readonly hint: string
  /** As the charts draw it. */
  readonly svg: string
  readonly table: Pick<Table, 'title' | 'about' | 'headings' | 'rows'>
}

/** Returns a picture with what it shows, and its numbers behind it. */
export function figureMarkup({ title, hint, svg, table }: Figure): Markup {
  const { about, headings, rows } = table
  const numbers = html`${about === undefined ? null : html`<p class="note">${about}</p>`}${tableMarkup(phraseText(table.title), headings, rows)}`
  return html`<figure>
<figcaption><b>${title}</b> ${hint}</figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Picture: ${title}">${new Markup(svg)}</div>
${foldMarkup(html`The numbers`, numbers)}
</figure>`
}
