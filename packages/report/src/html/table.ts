import { joined, phraseText } from '@steelyard/text'
import { type Field, type Heading, isEstimate, isMark, type Table } from '../content/document.ts'
import { markText } from '../content/verdict-mark.ts'
import { html, type Markup, phraseMarkup } from './markup.ts'

/** Returns a table that scrolls by itself; `caption` is for readers who do not see the page. */
export function tableMarkup(caption: string, headings: readonly Heading[], rows: Table['rows']): Markup {
  const heads = headings.map(({ text, numeric }) =>
    numeric ? html`<th class="n">${phraseText(text)}</th>` : html`<th>${phraseText(text)}</th>`,
  )
  // The end tags of rows and fields may be left out, and a large report has a hundred thousand of them.
  const body = rows.map(row => {
    const [head = '', ...others] = row.map(fieldMarkup)
    // A row of one field is a heading of those that follow.
    if (others.length === 0) return html`<tr><th colspan="${headings.length}" scope="rowgroup">${head}`
    return html`<tr><th>${head}${others.map((field, index) =>
      headings[index + 1]?.numeric ? html`<td>${field}` : html`<td class="t">${field}`,
    )}`
  })
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}

export function fieldMarkup(field: Field): Markup | string {
  if (field === null) return '–'
  if (typeof field === 'string') return field
  if (isEstimate(field)) return joined(field)
  if (isMark(field)) return html`<span class="${field.role}">${markText(field)}</span>`
  return phraseMarkup(field)
}
