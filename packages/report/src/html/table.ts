import { html, type Markup } from './markup.ts'

/** A heading, and whether numbers stand below it, which end at the same place. */
export interface Heading {
  readonly text: string
  readonly numeric?: true
}

/** A field of a table; the first of a row names it. */
export type Field = Markup | string | number

/**
 * Returns a table that scrolls by itself where it is too wide.
 *
 * @param caption what it shows, for those who cannot see where it stands
 */
export function tableMarkup(
  caption: string,
  headings: readonly Heading[],
  rows: readonly (readonly Field[])[],
): Markup {
  const heads = headings.map(({ text, numeric }) =>
    numeric ? html`<th class="n">${text}</th>` : html`<th>${text}</th>`,
  )
  // The end tags of rows and fields may be left out, and a large report has a hundred thousand of them.
  const body = rows.map(row => {
    const [head = ''] = row
    // A row of one field is a heading of those that follow.
    if (row.length === 1) return html`<tr><th colspan="${headings.length}" scope="rowgroup">${head}`
    return html`<tr>${row.map((field, index) => {
      if (index === 0) return html`<th>${field}`
      return headings[index]?.numeric ? html`<td>${field}` : html`<td class="t">${field}`
    })}`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}
