import { phraseText } from '@steelyard/text'
import type { TrendFigure } from '../content/document.ts'
import { foldMarkup } from './explore/fold.ts'
import { html, Markup } from './markup.ts'
import { tableMarkup } from './table.ts'

/** `svg`: as a chart draws it. */
type Figure = Pick<TrendFigure, 'title' | 'hint' | 'table'> & { readonly svg: string }

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
