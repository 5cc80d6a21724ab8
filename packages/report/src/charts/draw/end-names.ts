import { type Markish, text } from '@observablehq/plot'
import { seriesColor } from './palette.ts'
import { shortNames } from './short-names.ts'

/** A line of a chart with a logarithmic axis on the left. */
export interface EndedLine {
  readonly label: string
  readonly runtime: string
  /** Its last value. */
  readonly end: number
}

/** Pixels right of the frame, for names. */
export const NAMES_WIDTH = 152

const NAME_HEIGHT = 14
const MOST_LETTERS = 20

/**
 * Returns the names of lines right of the frame where the lines end, moved apart where these end close together.
 *
 * @param domain of the axis on the left
 * @param pixels how high the frame is
 * @param panel the value of `fy`
 */
export function endNames(
  lines: readonly EndedLine[],
  [least, top]: readonly [number, number],
  pixels: number,
  panel: string,
): Markish[] {
  let free = Number.NEGATIVE_INFINITY
  const names = shortNames(
    lines.map(({ label }) => label),
    MOST_LETTERS,
  )
  return lines
    .map(each => ({ ...each, end: Math.max(least, each.end) }))
    .sort((a, b) => b.end - a.end)
    .map(({ label, runtime, end }) => {
      const dy = Math.max(free, (pixels * Math.log(top / end)) / Math.log(top / least))
      free = dy + NAME_HEIGHT
      return text([label], {
        frameAnchor: 'top-right',
        textAnchor: 'start',
        lineAnchor: 'middle',
        dx: 6,
        dy,
        fill: seriesColor(runtime),
        text: (name: string) => names.get(name),
        fy: [panel],
      })
    })
}
