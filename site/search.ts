import { basename } from 'node:path'
import { html, type Markup } from '@steelyard/report/board'
import { partsOf, type TextPage } from './pages.ts'
import type { SiteHeading } from './render-texts.ts'

/** Returns every part of every text with its words; the script shows those that have all words of the reader. */
export function searchBody(
  texts: readonly TextPage[],
  headings: ReadonlyMap<string, readonly SiteHeading[]>,
): Markup {
  const pages = texts.map(page => {
    const [lead = '', ...parts] = partsOf(page)
    const found = (headings.get(page.source) ?? []).filter(({ level }) => level === 2 || level === 3)
    const items = found.map(
      ({ id, text }, index) =>
        html`<li data-words="${wordsOf(`${text} ${parts[index] ?? ''}`)}"><a href="${page.output}#${id}">${text}</a></li>`,
    )
    return html`<section><h2 data-words="${wordsOf(`${page.title} ${page.source} ${basename(page.source, '.md')} ${lead}`)}"><a href="${page.output}">${page.title}</a></h2>
${items.length === 0 ? null : html`<ul class="terms">${items}</ul>`}</section>
`
  })
  return html`<h1>Search</h1>
<p class="tools" role="search" hidden><label>Words <input type="search"></label> <span role="status"></span></p>
<noscript><p>All headings. Find a word with the search of your browser.</p></noscript>
${pages}`
}

/** Each word once, in lower case. */
function wordsOf(text: string): string {
  return Array.from(new Set(text.toLowerCase().match(/[\p{L}\p{N}_@.-]+/gu) ?? [])).join(' ')
}
