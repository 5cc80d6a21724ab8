import { counted, SIGNS } from '@steelyard/text'
import { seriesSymbol } from '../../charts/draw/palette.ts'
import { notePhrases } from '../../charts/matrix/grids-of.ts'
import { matrixPicture } from '../../charts/matrix/matrix-picture.ts'
import type { Grid, GridCell, GridLine, Heat, PictureFrame } from '../../content/matrix/grid.ts'
import { MEANINGS } from '../../content/matrix/sign-meanings.ts'
import { foldMarkup, withoutFolds } from '../explore/fold.ts'
import { html, Markup, phraseMarkup } from '../markup.ts'

/** More are no longer one screen. */
const MOST_ROWS = 24

/** Returns a heat matrix with the switch between its views, which is style alone; the buttons need the script. */
export function matrixPanel({ grids, id, frame, command }: Heat): Markup | null {
  if (grids.length === 0) return null
  return html`<div class="heat">
${grids.length > 1 ? html`<fieldset class="switch"><legend class="unseen">What the matrix shows</legend>${grids.map((grid, index) => html`<label><input type="radio" name="${id}" value="${grid.view}"${index === 0 ? html` checked` : null}><span>${grid.label}</span></label>`)}</fieldset>` : null}
${frame && html`<p class="acts" hidden>${command === null ? null : html`<button type="button" data-copy="${command}">Copy command</button> `}<button type="button" data-picture="copy">Copy picture</button> <button type="button" data-picture="svg">SVG</button> <button type="button" data-picture="png">PNG</button> <span role="status"></span></p>`}
${grids.map((grid, index) => viewMarkup(grid, index === 0, id, frame))}
${legend(grids)}
</div>`
}

/** Other views than the first are parsed when they are wanted, where scripts run. */
function viewMarkup(grid: Grid, isFirst: boolean, id: string, frame: PictureFrame | null): Markup {
  const caption = `${frame?.title ?? `${grid.label}:`} ${grid.about}`
  const { rows, cells } = grid
  const first = { ...grid, rows: rows.slice(0, MOST_ROWS), cells: cells.slice(0, MOST_ROWS) }
  const others = { ...grid, rows: rows.slice(MOST_ROWS), cells: cells.slice(MOST_ROWS) }
  const more = others.rows.length
  const content = html`${matrixTable(first, caption)}${more === 0 ? null : foldMarkup(html`${counted(more, 'more row')}`, matrixTable(others, `${caption}, continued`))}
<p class="note">${notePhrases(grid).map(phrase => html`${phraseMarkup(phrase)}. `)}</p>
${frame && html`<template>${new Markup(matrixPicture(first, frame, `${id}-${grid.view}`))}</template>`}`
  return html`<div class="view ${grid.view}">${isFirst ? content : html`<noscript>${withoutFolds(content)}</noscript>`}</div>
`
}

/** What the cells have: signs and shades. */
function legend(grids: readonly Grid[]): Markup {
  const cells = grids.flatMap(grid => grid.cells.flat())
  const signs = new Set(cells.map(({ sign }) => sign).join(''))
  const [href = null] = cells.flatMap(each => each.href ?? [])
  const keys = MEANINGS.filter(([glyph]) => signs.has(SIGNS[glyph]))
  const words = [
    ...(signs.has(SIGNS.through) ? [`${SIGNS.through} through the baseline.`] : []),
    'Darker: further from 1.',
    ...(href === null
      ? []
      : [`A click ${href.startsWith('#') ? 'shows the samples' : 'leads to the record'}.`]),
  ]
  return html`<p class="note">${keys.map(([glyph, meaning, shade]) => html`<span class="key ${shade}">${SIGNS[glyph]} ${meaning}</span> `)}${words.join(' ')}</p>`
}

/** Returns a grid as a table, each cell a link; `caption` is for readers who do not see the page. */
function matrixTable({ columns, rows, cells }: Grid, caption: string): Markup {
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
    series && html`<span class="sign s-${series}" aria-hidden="true">${seriesSymbol(series)[1]}</span>`
  return html`${sign}${shown}${aside === '' ? null : html` <span class="quiet">${aside}</span>`}`
}
