import { axisX, cell, text } from '@observablehq/plot'
import type { ComparisonRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { color } from './draw/palette.ts'
import { shortened } from './draw/row-axis.ts'

/** The ratio of one variant of one case to its base. */
export interface HeatCell {
  readonly row: string
  readonly column: string
  readonly comparison: ComparisonRecord
}

const LEFT = 130
const CELL_HEIGHT = 30
const LETTER_WIDTH = 6.5
const MOST_LETTERS = 26
/** What slanted names of that many letters take above and to the right. */
const SLANTED_HEIGHT = 112
const SLANTED_RIGHT = 76
/** A ratio as far from 1 as this, or further, has the full colour. */
const FULL = 2
const MOST_OPACITY = 0.55

/** Returns ratios as a map, SVG text: warm where slower, cool where faster, the stronger the further from 1. */
export function heatMap(title: string, cells: readonly HeatCell[]): string {
  const rows = Array.from(new Set(cells.map(each => each.row)))
  const columns = Array.from(new Set(cells.map(each => each.column)))
  const place = { x: 'column', y: 'row' } as const
  const longest = Math.max(...columns.map(column => column.length))
  const isSlanted = longest * LETTER_WIDTH > (CHART_WIDTH - LEFT) / columns.length
  const top = isSlanted ? SLANTED_HEIGHT : 24
  const halves = [
    { fill: color('slower'), cells: cells.filter(({ comparison }) => comparison.ratio.value > 1) },
    { fill: color('faster'), cells: cells.filter(({ comparison }) => comparison.ratio.value <= 1) },
  ]
  return draw(title, {
    width: CHART_WIDTH,
    height: rows.length * CELL_HEIGHT + top + 6,
    marginLeft: LEFT,
    marginRight: isSlanted ? SLANTED_RIGHT : 0,
    marginTop: top,
    marginBottom: 6,
    x: { type: 'band', domain: columns, padding: 0.03 },
    y: { type: 'band', domain: rows, padding: 0.06, axis: null },
    marks: [
      axisX({
        anchor: 'top',
        label: null,
        tickSize: 0,
        text: (column: string) => shortened(column, MOST_LETTERS),
        ...(isSlanted ? { tickRotate: -35 } : {}),
        color: color('quiet'),
      }),
      ...halves.map(half =>
        cell(half.cells, {
          ...place,
          fill: half.fill,
          fillOpacity: (each: HeatCell) => opacityOf(each.comparison.ratio.value),
        }),
      ),
      text(cells, { ...place, text: (each: HeatCell) => cellText(each.comparison) }),
      text(rows, {
        y: (row: string) => row,
        text: (row: string) => shortened(row, 20),
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -LEFT,
      }),
    ],
  })
}

function opacityOf(ratio: number): number {
  const share = Math.min(Math.abs(Math.log(ratio)) / Math.log(FULL), 1)
  return Math.round(100 * MOST_OPACITY * share) / 100
}

function cellText({ ratio }: ComparisonRecord): string {
  return formatRatio(ratio).split('×')[0] ?? ''
}
