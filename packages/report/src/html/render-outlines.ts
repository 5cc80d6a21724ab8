import type { Outline, OutlinePage } from '../content/outline.ts'
import { blockMarkup } from './block-markup.ts'
import { html, type Markup, phraseList } from './markup.ts'
import { type PageFrame, pageText } from './page.ts'

/** Returns outlines as a page that needs no other file and makes no request. */
export function renderOutlinesHtml(page: OutlinePage, frame: PageFrame | null = null): string {
  return pageText(page.title, [outlinesMarkup(page)], page.howToRead, frame)
}

/** Returns the same as a part of a page. */
export function outlinesMarkup({ kicker, title, facts, lead, outlines, foot }: OutlinePage): Markup {
  const [only, ...others] = outlines
  const isOne = lead.length === 0 && only !== undefined && others.length === 0
  return html`<article>
<header>
<p class="kicker">${kicker}</p>
<h1>${title}</h1>
${facts.length === 0 ? null : html`<ul class="chips">${facts.map(fact => html`<li>${fact.name}: ${fact.text}</li>`)}</ul>`}
${isOne ? phraseList(only.headline) : lead.length > 0 ? lead.map(block => blockMarkup(block, 2)) : outlines.map(summaryMarkup)}
</header>
${outlines.map(outline => outlineMarkup(outline, isOne))}
${foot.map(block => blockMarkup(block))}
</article>
`
}

function summaryMarkup({ title, headline }: Outline): Markup {
  return html`<p><b>${title}</b></p>${phraseList(headline.slice(0, 1))}`
}

/** @param isOne whether its headline stands above already */
function outlineMarkup({ title, headline, blocks }: Outline, isOne: boolean): Markup {
  return html`<section class="suite"><h2>${title}</h2>
${isOne ? null : phraseList(headline)}
${blocks.map(block => blockMarkup(block, 3))}</section>
`
}
