import { axisX, cell, text } from '@observablehq/plot'
import type { ComparisonRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { markText, verdictMark } from '../content/verdict-mark.ts'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { cellHits } from './draw/hit-areas.ts'
import { color } from './draw/palette.ts'
import { type ChartRow, LABEL_WIDTH, linesOf, rowNames } from './draw/row-axis.ts'
import { shortNames } from './draw/short-names.ts'

/** The ratio of one variant of one contender to its base; a row for each contender. */
export interface HeatCell extends ChartRow {
  readonly column: string
  readonly comparison: ComparisonRecord
}

const CELL_HEIGHT = 24
const LETTER_WIDTH = 7
const MOST_LETTERS = 26
const HEAD_HEIGHT = 24
/** Degrees. */
const SLANT = 35
/** Where columns are narrower, their numbers run into each other: then the map is wider than other charts. */
const LEAST_COLUMN_WIDTH = 40
/** A ratio as far from 1 as this, or further, has the full colour. */
const FULL = 2
const MOST_OPACITY = 0.55

/**
 * Returns ratios as a map, SVG text: a row for each contender, the variants as columns in the order of their names and
 * numbers; warm where slower, cool where faster, the stronger the further from 1.
 */
export function heatMap(title: string, cells: readonly HeatCell[]): string {
  const contenders = Map.groupBy(cells, ({ group, label }) => JSON.stringify([group, label]))
  const lines = linesOf(Array.from(contenders.values()).flatMap(([first]) => first ?? []))
  const keys = new Map(
    lines.flatMap(({ key, row }) => (row === null ? [] : [[JSON.stringify([row.group, row.label]), key]])),
  )
  const columns = Array.from(new Set(cells.map(each => each.column))).sort(byNameAndNumber)
  const prefix = commonPrefix(columns)
  const names = shortNames(
    columns.map(column => column.slice(prefix.length)),
    MOST_LETTERS,
  )
  const longest = Math.max(...Array.from(names.values(), name => name.length))
  const columnWidth = Math.max(LEAST_COLUMN_WIDTH, (CHART_WIDTH - LABEL_WIDTH) / columns.length)
  const isSlanted = longest * LETTER_WIDTH > columnWidth
  const [right, height] = isSlanted ? slanted(longest * LETTER_WIDTH) : [0, HEAD_HEIGHT]
  const top = height + (prefix === '' ? 0 : HEAD_HEIGHT)
  const width = Math.max(CHART_WIDTH, LABEL_WIDTH + columns.length * columnWidth + right)
  const place = {
    x: 'column',
    y: ({ group, label }: HeatCell) => keys.get(JSON.stringify([group, label])),
  } as const
  const halves = [
    { fill: color('slower'), cells: cells.filter(({ comparison }) => comparison.ratio.value > 1) },
    { fill: color('faster'), cells: cells.filter(({ comparison }) => comparison.ratio.value <= 1) },
  ]
  return draw(title, {
    width,
    height: lines.length * CELL_HEIGHT + top + 6,
    marginLeft: LABEL_WIDTH,
    marginRight: right,
    marginTop: top,
    marginBottom: 6,
    x: { type: 'band', domain: columns, padding: 0.03 },
    y: { type: 'band', domain: lines.map(({ key }) => key), padding: 0.06, axis: null },
    marks: [
      axisX({
        anchor: 'top',
        label: null,
        tickSize: 0,
        text: (column: string) => names.get(column.slice(prefix.length)),
        ...(isSlanted ? { tickRotate: -SLANT } : {}),
        color: color('quiet'),
      }),
      text([prefix].filter(Boolean), {
        frameAnchor: 'top-left',
        textAnchor: 'start',
        lineAnchor: 'bottom',
        dy: HEAD_HEIGHT - top - 8,
        text: (each: string) => each,
        fill: color('quiet'),
      }),
      ...halves.map(half =>
        cell(half.cells, {
          ...place,
          fill: half.fill,
          fillOpacity: (each: HeatCell) => opacityOf(each.comparison.ratio.value),
        }),
      ),
      text(cells, { ...place, text: (each: HeatCell) => cellText(each.comparison), pointerEvents: 'none' }),
      ...rowNames(lines),
      cellHits(cells, place, tooltip),
    ],
  })
}

/** What a slanted name takes to the right and above. */
function slanted(length: number): readonly [number, number] {
  const radians = (SLANT * Math.PI) / 180
  return [length * Math.cos(radians) * 0.5 + HEAD_HEIGHT, length * Math.sin(radians) + HEAD_HEIGHT]
}

/** What all names begin with, up to the end of a word or of the name of a flag; nothing for a single name. */
function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names
  if (others.length === 0) return ''
  const length = Array.from(first).findIndex((_, index) =>
    others.some(name => name.slice(0, index + 1) !== first.slice(0, index + 1)),
  )
  const shared = first.slice(0, Math.max(0, length))
  return shared.slice(0, Math.max(shared.lastIndexOf('='), shared.lastIndexOf(' ')) + 1)
}

function byNameAndNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function tooltip({ group, label, column, comparison }: HeatCell): string {
  return `${group} on ${label}, ${column}: ${formatRatio(comparison.ratio)} ${markText(verdictMark(comparison, { unicode: true }))}`
}

function opacityOf(ratio: number): number {
  const share = Math.min(Math.abs(Math.log(ratio)) / Math.log(FULL), 1)
  return Math.round(100 * MOST_OPACITY * share) / 100
}

function cellText({ ratio }: ComparisonRecord): string {
  return formatRatio(ratio).split('×')[0] ?? ''
}
