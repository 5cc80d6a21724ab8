import type { Outline, OutlinePage } from '../content/outline.ts'
import { blockMarkup } from './block-markup.ts'
import { html, type Markup, phraseList } from './markup.ts'
import { pageText } from './page.ts'

/** Returns outlines as a page that needs no other file and makes no request. */
export function renderOutlinesHtml({ kicker, title, facts, outlines, howToRead }: OutlinePage): string {
  const body = html`<article>
<header>
<p class="kicker">${kicker}</p>
<h1>${title}</h1>
<ul class="chips">${facts.map(fact => html`<li>${fact.name}: ${fact.text}</li>`)}</ul>
${outlines.length === 1 ? phraseList(outlines[0]?.headline ?? []) : outlines.map(summaryMarkup)}
</header>
${outlines.map(outline => outlineMarkup(outline, outlines.length === 1))}
</article>
`
  const reading = html`<h2>How to read it</h2>
${howToRead.map(sentence => html`<p>${sentence}</p>`)}`
  return pageText(title, [body], reading)
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
