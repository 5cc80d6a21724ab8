import { cell, type Markish, text } from '@observablehq/plot'
import { wrap } from '@steelyard/text'
import type { Grid, GridCell, GridLine, PictureFrame } from '../../content/matrix/grid.ts'
import { draw } from '../draw/draw.ts'
import { color, seriesColor, seriesSymbol } from '../draw/palette.ts'
import { shortened } from '../draw/short-names.ts'
import { noteText } from './grids-of.ts'
import { FILLS } from './shade.ts'

/** Pixels. */
const CELL = { width: 104, height: 38 }
const NAMES = { least: 110, most: 300, letter: 7.4 }
const MARGIN = 16
const LEAST_WIDTH = 392
const HEAD = 32
const MOST_COLUMN_LETTERS = 14
const hatch = (id: string) =>
  `<defs><pattern id="${id}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0,0v7" stroke="${color('hatch')}" stroke-width="3"/></pattern></defs>`

/** Returns a grid with what stands around it as SVG text; `id` is of its hatching, and no other's on a page. */
export function matrixPicture(grid: Grid, frame: PictureFrame, id = 'hatch'): string {
  const { rows, columns } = grid
  const longest = Math.max(...rows.map(({ label }) => label.length))
  const names = Math.min(NAMES.most, Math.max(NAMES.least, longest * NAMES.letter + 24))
  const right = MARGIN + names + columns.length * CELL.width
  const width = Math.max(right + MARGIN, LEAST_WIDTH)
  const paragraph = (content: string, fontSize: number, letter: number) => {
    const letters = Math.floor((width - 2 * MARGIN) / letter)
    const lines = content === '' ? [] : wrap([content], { width: letters, color: false })
    return { text: lines.join('\n'), height: lines.length * fontSize * LINE_HEIGHT, fontSize }
  }
  const [title, headline] = [paragraph(frame.title, 17, 10.5), paragraph(frame.headline, 13, 8)]
  const foot = paragraph(`${noteText(grid)}\n${frame.source}`.trim(), 13, 7.2)
  const top = MARGIN + title.height + headline.height + HEAD
  const height = top + rows.length * CELL.height + foot.height + 8 + MARGIN
  const left = { frameAnchor: 'top-left', lineAnchor: 'top', lineHeight: LINE_HEIGHT, dx: -names } as const
  const picture = draw(`${frame.title} ${grid.about}`, {
    ...{ width, height, marginTop: top, marginBottom: height - top - rows.length * CELL.height },
    ...{ marginLeft: MARGIN + names, marginRight: width - right },
    x: { type: 'band', domain: [...columns.keys()], padding: 0, axis: null },
    y: { type: 'band', domain: [...rows.keys()], padding: 0, axis: null },
    marks: [
      text([title], { ...left, ...title, dy: MARGIN - top, fontWeight: 700, text: 'text' }),
      text([headline], {
        ...left,
        ...headline,
        dy: MARGIN + title.height - top,
        fontWeight: 600,
        text: 'text',
      }),
      text(columns, {
        ...{ x: (_, index) => index, frameAnchor: 'top', dy: -10, fontSize: 13, fill: lineColor },
        text: line => lineText(line, MOST_COLUMN_LETTERS),
      }),
      text(rows, {
        ...{ y: (_, index) => index, frameAnchor: 'left', textAnchor: 'start', dx: -names, fontSize: 13 },
        ...{ fill: lineColor, text: line => lineText(line, Math.floor(NAMES.most / NAMES.letter)) },
      }),
      ...cellMarks(grid, id),
      text([foot], {
        ...{ ...left, ...foot, frameAnchor: 'bottom-left', dy: 8, fill: color('quiet'), text: 'text' },
      }),
    ],
  })
  return picture.replace('>', `>${hatch(id)}`)
}

/** Of the size of letters. */
const LINE_HEIGHT = 1.4

function cellMarks({ cells }: Grid, hatchId: string): Markish[] {
  const all = cells.flatMap((row, y) => row.map((each, x) => ({ ...each, x, y })))
  const filled = all.flatMap(each => {
    const fill = each.shade === 'open' ? { color: `url(#${hatchId})`, percent: 100 } : FILLS.get(each.shade)
    return fill === undefined ? [] : [{ ...each, fill: fill.color, opacity: fill.percent / 100 }]
  })
  const place = { x: 'x', y: 'y' } as const
  const [both, alone] = [all.filter(each => below(each) !== ''), all.filter(each => below(each) === '')]
  return [
    cell(filled, { ...place, inset: 1, rx: 2, fill: 'fill', fillOpacity: 'opacity' }),
    text(alone, { ...place, text: 'value', fontSize: 13, fontWeight: 600 }),
    text(both, { ...place, text: 'value', fontSize: 13, fontWeight: 600, dy: -7 }),
    text(both, { ...place, text: below, dy: 8 }),
  ]
}

function below({ interval, sign, marks }: GridCell): string {
  return [interval, sign, marks].filter(part => part !== '').join(' ')
}

function lineText({ label, series }: GridLine, letters: number): string {
  const glyph = series === null ? '' : `${seriesSymbol(series)[1]} `
  return glyph + shortened(label, letters - glyph.length)
}

function lineColor({ series }: GridLine): string {
  return series === null ? color('ink') : seriesColor(series)
}
