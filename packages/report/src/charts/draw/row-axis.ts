import { axisY, type Markish, text } from '@observablehq/plot'
import type { RatioLine } from '../../content/document.ts'
import { color } from './palette.ts'
import { shortened, shortNames } from './short-names.ts'

/** Pixels left of the frame, for names. */
export const LABEL_WIDTH = 172

const INDENT = 12
const MOST_LETTERS = 22
/** The line of a group is empty but for its name. */
const MOST_LETTERS_OF_A_GROUP = 60

/** One line of the axis: the name of a group, or a row of it. */
export interface Line {
  readonly key: string
  readonly name: string
  readonly row: RatioLine | null
}

/** Returns rows with the lines they stand on, the name of each group as a line of its own above. */
export function linesOf(rows: readonly RatioLine[]): Line[] {
  const groups = Map.groupBy(rows, row => row.group)
  return Array.from(groups).flatMap(([group, members], index) => [
    ...(groups.size > 1 ? [{ key: `${index}`, name: group, row: null }] : []),
    ...members.map((row, place) => ({ key: `${index} ${place}`, name: row.label, row })),
  ])
}

/** Returns the names left of the frame, each with a title for the pointer. */
export function rowNames(lines: readonly Line[], titleOf: (row: RatioLine) => string): Markish[] {
  const rows = lines.filter(line => line.row !== null)
  const left = { y: 'key', frameAnchor: 'left', textAnchor: 'start' } as const
  const heads = lines.filter(line => line.row === null)
  const indent = heads.length > 0 ? INDENT : 0
  const names = shortNames(
    rows.map(line => line.name),
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
    text(rows, {
      ...{ ...left, text: line => names.get(line.name), dx: indent - LABEL_WIDTH, fill: color('quiet') },
      title: ({ row }) => row && titleOf(row),
    }),
  ]
}
