import { axisY, type Markish, type PlotOptions, text } from '@observablehq/plot'
import { CHART_WIDTH } from './draw.ts'
import { color } from './palette.ts'
import { shortened, shortNames } from './short-names.ts'

/** One line of a chart that has a line for each contender. */
export interface ChartRow {
  /** Rows with the same group stand together below its name. */
  readonly group: string
  readonly label: string
  readonly runtime: string
}

const ROW_HEIGHT = 17
/** Pixels left of the frame, for names. */
export const LABEL_WIDTH = 172

const INDENT = 12
const MOST_LETTERS = 22
/** The line of a group is empty but for its name. */
const MOST_LETTERS_OF_A_GROUP = 60

/** One line of the axis: the name of a group, or a row of it. */
export interface Line<Row> {
  readonly key: string
  readonly name: string
  readonly row: Row | null
}

/** Returns rows with the lines they stand on, the name of each group as a line of its own above. */
export function linesOf<Row extends ChartRow>(rows: readonly Row[]): Line<Row>[] {
  const groups = Map.groupBy(rows, row => row.group)
  return Array.from(groups).flatMap(([group, members], index) => [
    ...(groups.size > 1 ? [{ key: `${index}`, name: group, row: null }] : []),
    ...members.map((row, place) => ({ key: `${index} ${place}`, name: row.label, row })),
  ])
}

/**
 * Returns how a chart of such lines is laid out, its axis below.
 *
 * @param right of the frame, in pixels, and how much of that the chart is wider than others
 */
export function rowLayout(lines: readonly Line<ChartRow>[], right: number, wider = 0): PlotOptions {
  return {
    width: CHART_WIDTH + wider,
    height: lines.length * ROW_HEIGHT + 44,
    marginLeft: LABEL_WIDTH,
    marginRight: right,
    marginTop: 4,
    marginBottom: 40,
    y: { type: 'band', domain: lines.map(line => line.key), padding: 0 },
  }
}

/** Returns the names left of the frame. */
export function rowNames(lines: readonly Line<ChartRow>[]): Markish[] {
  const left = { y: 'key', frameAnchor: 'left', textAnchor: 'start' } as const
  const heads = lines.filter(line => line.row === null)
  const indent = heads.length > 0 ? INDENT : 0
  const names = shortNames(
    lines.filter(line => line.row !== null).map(line => line.name),
    MOST_LETTERS,
  )
  return [
    axisY({ label: null, tickSize: 0, ticks: [] }),
    text(heads, {
      ...left,
      text: line => shortened(line.name, MOST_LETTERS_OF_A_GROUP),
      dx: -LABEL_WIDTH,
      fontWeight: 600,
    }),
    text(
      lines.filter(line => line.row !== null),
      { ...left, text: line => names.get(line.name), dx: indent - LABEL_WIDTH, fill: color('quiet') },
    ),
  ]
}

/** Returns the marks of each runtime's rows in turn: what they have in common is then said once. */
export function byRuntime<Row extends ChartRow>(
  rows: readonly Row[],
  marksOf: (rows: readonly Row[], runtime: string) => readonly Markish[],
): Markish[] {
  return Array.from(Map.groupBy(rows, row => row.runtime)).flatMap(([runtime, ofOne]) =>
    marksOf(ofOne, runtime),
  )
}
