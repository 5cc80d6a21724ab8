import { html, Markup } from './markup.ts'

export interface Figure {
  readonly title: string
  /** How to read it. */
  readonly hint: string
  /** As the charts draw it. */
  readonly svg: string
  /** The same as numbers. */
  readonly table: Markup
}

/** Returns a picture with what it shows, a button that saves it (where scripts run), and its numbers behind it. */
export function figureMarkup({ title, hint, svg, table }: Figure): Markup {
  return html`<figure>
<figcaption><b>${title}</b> ${hint}</figcaption>
${new Markup(svg)}
<button type="button" class="save" hidden aria-label="Save as SVG: ${title}">Save SVG</button>
<details><summary>The numbers</summary>${table}</details>
</figure>`
}
