import type { OutlinePage } from '../content/outline.ts'
import { blockMarkup } from './block-markup.ts'
import { html, type Markup } from './markup.ts'
import { type PageFrame, pageText } from './page.ts'

/** Returns outlines as a page that needs no other file and makes no request. */
export function renderOutlinesHtml(page: OutlinePage, frame: PageFrame | null = null): string {
  return pageText(page.title, [outlinesMarkup(page)], page.howToRead, frame)
}

/** Returns the same as a part of a page. */
export function outlinesMarkup({ kicker, title, lead, outlines, foot }: OutlinePage): Markup {
  const sections = outlines.map(
    outline => html`<section class="suite"><h2>${outline.title}</h2>
${outline.blocks.map(block => blockMarkup(block, 3))}</section>
`,
  )
  return html`<article>
<header>
<p class="kicker">${kicker}</p>
<h1>${title}</h1>
${lead.map(block => blockMarkup(block, 2))}
</header>
${sections}
${foot.map(block => blockMarkup(block))}
</article>
`
}
