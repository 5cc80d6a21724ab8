import { formatDuration, phraseText } from '@steelyard/text'
import { spreadChart } from '../charts/spread-chart.ts'
import { headingsOf } from '../content/document.ts'
import type { Outline, OutlinePage, TimeSpread } from '../content/outline.ts'
import { figureMarkup } from './figure.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { pageText } from './page.ts'
import { tableMarkup } from './table.ts'

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
function outlineMarkup(outline: Outline, isOne: boolean): Markup {
  const { title, headline, tables, spread, lists, note } = outline
  return html`<section class="suite"><h2>${title}</h2>
${isOne ? null : phraseList(headline)}
${tables.filter(({ rows }) => rows.length > 0).map(table => html`<h3>${phraseMarkup(table.title)}</h3>${tableMarkup(phraseText(table.title), table.headings, table.rows)}`)}
${spread ? spreadMarkup(title, spread) : null}
${lists.filter(({ items }) => items.length > 0).map(list => html`<h3>${list.title}</h3>${phraseList(list.items)}`)}
${note === '' ? null : html`<p class="note">${note}</p>`}</section>
`
}

function spreadMarkup(subject: string, { title, rows, mark }: TimeSpread): Markup | null {
  const shown = rows.filter(({ launches }) => launches.length > 0)
  if (shown.length === 0) return null
  const marked = mark === null ? '' : ` Filled: ${mark}.`
  return figureMarkup({
    title,
    hint: `A point for each launch, the first above.${marked}`,
    svg: spreadChart(`${subject}: ${title}`, shown),
    table: tableMarkup(
      `${subject}: ${title}`,
      headingsOf(mark === null ? ['launches'] : ['launches', 'filled'], ['launch', 'time']),
      shown.flatMap(({ label, launches }) =>
        launches.map(({ ns, isMarked }, index) => [
          label,
          ...(mark === null ? [] : [isMarked ? 'yes' : 'no']),
          String(index + 1),
          formatDuration(ns),
        ]),
      ),
    ),
  })
}
