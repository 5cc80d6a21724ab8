import { seriesSymbol } from '../../charts/draw/palette.ts'
import type { Grid, GridCell, GridLine } from '../../content/matrix/grid.ts'
import { html, type Markup } from '../markup.ts'

/**
 * Returns a grid as a table; each cell leads to what is behind it.
 *
 * @param caption what it shows, for readers who do not see the page
 */
export function matrixTable({ columns, rows, cells }: Grid, caption: string): Markup {
  const body = rows.map(
    (row, y) =>
      html`<tr><th scope="row">${lineMarkup(row)}</th>${(cells[y] ?? []).map(cellMarkup)}</tr>
`,
  )
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr><td></td>${columns.map(
    column => html`<th scope="col">${lineMarkup(column)}</th>`,
  )}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** Few elements: a large report has a thousand cells. */
function cellMarkup({ value, interval, sign, marks, word, shade, href, below }: GridCell): Markup {
  const content = html`<b>${value}</b>${interval === '' ? null : html`<i>${interval}</i>`}${sign}${marks === '' ? null : html`<sup>${marks}</sup>`}${below === '' ? null : html`<br><small>${below}</small>`}`
  const title = word === '' || word === 'base' ? null : html` title="${word}"`
  if (href === null) return html`<td class="${shade}"><span${title}>${content}</span></td>`
  return html`<td class="${shade}"><a href="${href}"${title}>${content}</a></td>`
}

function lineMarkup({ label, series, href, aside }: GridLine): Markup {
  const shown = href === null ? label : html`<a href="${href}">${label}</a>`
  const sign =
    series === null
      ? null
      : html`<span class="sign s-${series}" aria-hidden="true">${seriesSymbol(series)[1]}</span>`
  return html`${sign}${shown}${aside === '' ? null : html` <span class="quiet">${aside}</span>`}`
}
