import { color, FONT, seriesColor } from '../draw/palette.ts'
import { shortened } from '../draw/short-names.ts'
import { symbolAt } from '../draw/symbol.ts'
import { escapeXml } from '../draw/xml.ts'
import { fillOf, type Shade } from './shade.ts'

/** Cells in rows and columns. */
export interface PicturedGrid {
  /** What the numbers are: `time ÷ node's`. A picture has its footnotes here too. */
  readonly about: string
  readonly columns: readonly PicturedLine[]
  readonly rows: readonly PicturedLine[]
  /** Cells by row, then by column. */
  readonly cells: readonly (readonly PicturedCell[])[]
}

/** A case, or a target with what it is drawn by. */
export interface PicturedLine {
  readonly label: string
  /** Colour and symbol of a target; null for a case. */
  readonly series: string | null
}

export interface PicturedCell {
  readonly value: string
  /** `±4 %`; empty where a value has none. */
  readonly interval: string
  readonly sign: string
  readonly marks: string
  readonly shade: Shade
}

/** What stands around the cells of a picture that is shown without its page. */
export interface PictureFrame {
  readonly title: string
  /** In bold below the title: what the picture shows. */
  readonly headline: string
  /** At the foot: machine, day, command. */
  readonly source: string
}

const CELL = { width: 104, height: 30, gap: 2 }
const NAMES = { least: 110, most: 300, letter: 7.4 }
const MARGIN = 16
const HEAD = 24
const LINE = 19
const LETTER = 7.2
const BOLD_LETTER = 8
const TITLE_LETTER = 10.5
const MOST_COLUMN_LETTERS = 14
const HATCH = `<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0,0v7" stroke="${color('hatch')}" stroke-width="3"/></pattern>`

/** Returns a grid as SVG text, in the colours of the page around it. Runs in browsers too. */
export function matrixPicture({ rows, columns, cells, about }: PicturedGrid, frame: PictureFrame): string {
  const longest = Math.max(...rows.map(({ label }) => label.length))
  const names = Math.min(NAMES.most, Math.max(NAMES.least, longest * NAMES.letter + 24))
  const width = Math.max(names + columns.length * CELL.width, 360) + 2 * MARGIN
  const letters = Math.floor((width - 2 * MARGIN) / LETTER)
  const title = wrapped(frame.title, Math.floor((width - 2 * MARGIN) / TITLE_LETTER))
  const headline = wrapped(frame.headline, Math.floor((width - 2 * MARGIN) / BOLD_LETTER))
  const foot = [...wrapped(about, letters), ...wrapped(frame.source, letters)]
  const top = MARGIN + 22 * title.length + LINE * headline.length + 10
  const bottom = top + HEAD + rows.length * CELL.height + 10
  const height = bottom + LINE * foot.length + MARGIN
  const at = (column: number) => MARGIN + names + column * CELL.width
  const parts = [
    `<defs>${HATCH}</defs>`,
    ...title.map((line, index) =>
      text(MARGIN, MARGIN + 16 + 22 * index, line, 'font-size="17" font-weight="700"'),
    ),
    ...headline.map((line, index) =>
      text(MARGIN, MARGIN + 16 + 22 * title.length + LINE * index, line, 'font-weight="600"'),
    ),
    ...columns.map((line, index) => heading(line, at(index) + CELL.width / 2, top + 15)),
    ...rows.map((line, index) => rowName(line, top + HEAD + index * CELL.height + 19)),
    ...cells.flatMap((row, y) => row.map((cell, x) => cellPart(cell, at(x), top + HEAD + y * CELL.height))),
    ...foot.map((line, index) => text(MARGIN, bottom + 14 + LINE * index, line, `fill="${color('quiet')}"`)),
  ]
  const label = escapeXml(`${frame.title} ${about}`)
  return `<svg class="chart" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}" font-size="13" fill="${color('ink')}">${parts.join('')}</svg>`
}

function cellPart({ value, interval, sign, marks, shade }: PicturedCell, x: number, y: number): string {
  const [width, height] = [CELL.width - CELL.gap, CELL.height - CELL.gap]
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" rx="2"`
  const fill = fillOf(shade)
  const back =
    shade === 'open'
      ? `<rect ${box} fill="url(#hatch)"/>`
      : fill === null
        ? ''
        : `<rect ${box} fill="${fill.color}" fill-opacity="${fill.percent / 100}"/>`
  const middle = y + CELL.height / 2 + 3.5
  const extra = `${interval === '' ? '' : ` ${interval}`}${sign === '' ? '' : ` ${sign}`}${marks === '' ? '' : ` ${marks}`}`
  const small = extra === '' ? '' : `<tspan font-size="11">${escapeXml(extra)}</tspan>`
  return `${back}<text x="${x + width / 2}" y="${middle}" text-anchor="middle"><tspan font-weight="600">${escapeXml(value)}</tspan>${small}</text>`
}

function heading({ label, series }: PicturedLine, x: number, y: number): string {
  const short = shortened(label, MOST_COLUMN_LETTERS)
  const half = (short.length * LETTER) / 2
  return `${series === null ? '' : symbol(series, x - half - 9, y - 4.5)}${text(x, y, short, 'text-anchor="middle"')}`
}

function rowName({ label, series }: PicturedLine, y: number): string {
  const indent = series === null ? 0 : 14
  const most = Math.floor((NAMES.most - indent) / NAMES.letter)
  return `${series === null ? '' : symbol(series, MARGIN + 5, y - 4.5)}${text(MARGIN + indent, y, shortened(label, most), '')}`
}

function symbol(series: string, x: number, y: number): string {
  return `<path d="${symbolAt(x, y, series)}" fill="${seriesColor(series)}"/>`
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}"${attributes === '' ? '' : ` ${attributes}`}>${escapeXml(content)}</text>`
}

function wrapped(content: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of content.split(' ').filter(part => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
