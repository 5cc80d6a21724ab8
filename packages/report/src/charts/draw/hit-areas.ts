import { barX, dot, type Markish, rect } from '@observablehq/plot'
import { LABEL_WIDTH } from './row-axis.ts'

/** Pixels around a point within which it is meant. */
const REACH = 9

const UNSEEN = { className: 'hit', fill: 'none', stroke: 'none', pointerEvents: 'all' } as const

/** Text of what is pointed at. */
type TitleOf<Row> = (row: Row) => string

/**
 * Returns a see-through area over each row of a chart with a line for each, from its name on, that tells what it shows. All
 * charts have them in the order of the numbers behind them.
 *
 * @param domain of the axis below
 * @param right pixels right of the frame
 */
export function rowHits<Row extends { readonly key: string }>(
  rows: readonly Row[],
  [least, most]: readonly [number, number],
  right: number,
  title: TitleOf<Row>,
): Markish {
  const across = { x1: least, x2: most, insetLeft: -LABEL_WIDTH, insetRight: -right }
  return barX(rows, { ...UNSEEN, ...across, y: 'key', title })
}

/** Returns the same around points. */
export function pointHits<Row>(
  points: readonly Row[],
  place: Readonly<Record<string, unknown>>,
  title: TitleOf<Row>,
): Markish {
  return dot(points, { ...UNSEEN, ...place, r: REACH, title })
}

/** Returns the same over whole panels, which `fy` names by their label. */
export function panelHits<Row extends { readonly label: string }>(
  panels: readonly Row[],
  { x, y }: { readonly x: readonly [number, number]; readonly y: readonly [number, number] },
  title: TitleOf<Row>,
): Markish {
  return rect(panels, { ...UNSEEN, x1: x[0], x2: x[1], y1: y[0], y2: y[1], fy: 'label', title })
}
