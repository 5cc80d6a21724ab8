import { seriesColor } from '../../charts/draw/palette.ts'
import { symbolAt } from '../../charts/draw/symbol.ts'
import type { Grid, GridCell } from '../../charts/matrix/grid.ts'
import type { PicturedLine } from '../../charts/matrix/matrix-picture.ts'
import { html, Markup } from '../markup.ts'

/** Returns where the samples of a result are on the page; null where they are not. */
export type SamplePlace = (result: NonNullable<GridCell['result']>) => string | null

/**
 * Returns a grid as a table; each cell leads to the samples behind it.
 *
 * @param caption what it shows, for readers who do not see the page
 */
export function matrixTable(
  { columns, rows, cells }: Grid,
  caption: string,
  samplePlace: SamplePlace,
): Markup {
  const body = rows.map(
    (row, y) =>
      html`<tr><th scope="row"${seriesData(row)}>${lineMarkup(row)}</th>${(cells[y] ?? []).map(cell => cellMarkup(cell, samplePlace))}</tr>
`,
  )
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr><td></td>${columns.map(
    column => html`<th scope="col"${seriesData(column)}>${lineMarkup(column)}</th>`,
  )}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** Few elements: a large report has a thousand cells. */
function cellMarkup(cell: GridCell, samplePlace: SamplePlace): Markup {
  const { value, interval, sign, marks, word, shade, result } = cell
  const content = html`<b>${value}</b>${interval === '' ? null : html`<i>${interval}</i>`}${sign}${marks === '' ? null : html`<sup>${marks}</sup>`}`
  const place = result === null ? null : samplePlace(result)
  const title = word === '' || word === 'base' ? null : html` title="${word}"`
  if (place === null) return html`<td class="${shade}"><span${title}>${content}</span></td>`
  return html`<td class="${shade}"><a href="#${place}"${title}>${content}</a></td>`
}

/** The script draws the same sign into pictures. */
function seriesData({ series }: PicturedLine): Markup | null {
  return series === null ? null : html` data-series="${series}"`
}

function lineMarkup({ label, series }: PicturedLine): Markup {
  return html`${series === null ? null : seriesSign(series)}${label}`
}

/** Returns the symbol of a series in its colour. */
function seriesSign(series: string): Markup {
  return new Markup(
    `<svg class="sign" width="12" height="12" aria-hidden="true"><path d="${symbolAt(6, 6, series)}" fill="${seriesColor(series)}"/></svg>`,
  )
}
