import { phraseText } from '@steelyard/text'
import { ratiosChart } from '../charts/ratios-chart.ts'
import { trendChart } from '../charts/trend-chart.ts'
import { type Block, isPhrase, noteText, type TrendFigure, type Trends } from '../content/document.ts'
import { ratiosTable } from '../content/ratios.ts'
import { foldMarkup } from './explore/fold.ts'
import { figureMarkup } from './figure.ts'
import { html, Markup, phraseList, phraseMarkup } from './markup.ts'
import { matrixPanel } from './matrix/matrix-panel.ts'
import { tableMarkup } from './table.ts'

/** Returns a block as a part of a page, its title of a level; null where it has nothing to show. */
export function blockMarkup(block: Block, level: 2 | 3 | 4 = 4): Markup | null {
  if (isPhrase(block)) {
    const note = noteText(block)
    if (note !== null) return html`<p class="note">${note}</p>`
    return block.length === 0 ? null : html`<p>${phraseMarkup(block)}</p>`
  }
  if ('trends' in block) return trendsMarkup(block)
  if ('grids' in block) return matrixPanel(block)
  if ('command' in block) {
    return html`<p>${block.about}</p><pre tabindex="0"><code>${block.command}</code></pre>`
  }
  const tag = new Markup(`h${level}`)
  if ('ratios' in block) {
    const { title, about, hint, notes } = block
    const table = { ...ratiosTable(block), title: [title] }
    return html`<section><${tag}>${title}</${tag}>
${blockMarkup(about)}
${figureMarkup({ title: `${title}:`, hint, svg: ratiosChart(title, block), table })}
${phraseList(notes)}</section>
`
  }
  if ('items' in block) {
    const list = phraseList(block.items)
    if (list === null) return null
    return html`<section>${block.title === '' ? null : html`<${tag}>${block.title}</${tag}>`}${list}</section>`
  }
  const { title, about, headings, rows, notes = [] } = block
  if (rows.length === 0) return null
  return html`${title.length === 0 ? null : html`<${tag}>${phraseMarkup(title)}</${tag}>`}
${about === undefined ? null : html`<p class="note">${about}</p>`}
${tableMarkup(phraseText(title), headings, rows)}
${notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}`
}

function trendsMarkup({ trends }: Trends): Markup {
  const folded = trends.filter(({ summary }) => summary !== null)
  const shown = trends.filter(({ summary }) => summary === null)
  return html`${shown.length === 0 ? null : html`<div class="figures">${shown.map(each => html`<div id="${each.id}">${trendMarkup(each)}</div>`)}</div>`}
${folded.map(each => foldMarkup(html`${each.summary}`, trendMarkup(each), { class: 'more', id: each.id }))}`
}

function trendMarkup(figure: TrendFigure): Markup {
  return figureMarkup({ ...figure, svg: trendChart(figure.subject, figure) })
}
