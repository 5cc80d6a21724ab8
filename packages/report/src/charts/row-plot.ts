import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import { logTicks } from './draw/ticks.ts'

/** Where values stand in a column of a table: on a logarithmic axis of so many pixels. */
export interface RowScale {
  readonly domain: readonly [number, number]
  readonly width: number
}

/** A value with the ends of its interval, and how far a margin widens that: a factor of at least 1. */
export interface RowValue {
  readonly value: number
  readonly lower: number
  readonly upper: number
  readonly widening: number
  readonly runtime: string
  /** Whether only its outline is drawn. */
  readonly hollow: boolean
}

const HEIGHT = 21
const MIDDLE = HEIGHT / 2
const AXIS_HEIGHT = 18
const MOST_TICKS = 4
/** What a letter of the axis takes. */
const LETTER_WIDTH = 6.5
const GAP = 5
const R = 3.5

/** Returns where a value stands, in pixels to a tenth; what lies outside of the axis stands at its end. */
export function placeOn({ domain: [least, most], width }: RowScale, value: number): number {
  const share = value > least ? Math.log(value / least) / Math.log(most / least) : 0
  return tenth(width * Math.min(share, 1))
}

/** Returns a value with its interval as the picture of one row, SVG text: the number beside it says the same. */
export function rowPlot(
  { value, lower, upper, widening, runtime, hollow }: RowValue,
  scale: RowScale,
): string {
  const at = (x: number) => placeOn(scale, x)
  const fill = seriesColor(runtime)
  const line = bar(at(lower / widening), at(upper * widening), 0.5) + bar(at(lower), at(upper), 1.5)
  const symbol = symbolAt(at(value), MIDDLE, runtime)
  const marks = hollow
    ? `<path d="${line}"/><path d="${symbol}" fill="${color('paper')}" stroke="${fill}"/>`
    : `<path d="${line}${symbol}"/>`
  return `<svg width="${scale.width}" height="${HEIGHT}" fill="${fill}" aria-hidden="true">${marks}</svg>`
}

/** Returns the axis of a column, SVG text. */
export function rowAxis(scale: RowScale, format: (value: number) => string): string {
  const { width, domain } = scale
  const ticks = logTicks(...domain, MOST_TICKS)
  let free = Number.NEGATIVE_INFINITY
  const texts = ticks.map(tick => {
    const text = format(tick)
    const half = (text.length * LETTER_WIDTH) / 2
    const x = placeOn(scale, tick)
    const middle = Math.min(Math.max(x, half), width - half)
    const name = middle - half > free ? `<text x="${middle}" y="11" text-anchor="middle">${text}</text>` : ''
    if (name !== '') free = middle + half + GAP
    return `${name}<path d="M${x},14v4" stroke="currentColor"/>`
  })
  return `<svg class="axis" width="${width}" height="${AXIS_HEIGHT}" aria-hidden="true">${texts.join('')}</svg>`
}

function bar(from: number, to: number, half: number): string {
  const width = tenth(Math.max(to - from, 1))
  return `M${from},${MIDDLE - half}h${width}v${2 * half}h-${width}z`
}

/** Returns the symbol of a series around a point, the data of a path. */
export function symbolAt(x: number, y: number, series: string): string {
  const [left, up] = [tenth(x - R), tenth(y - 4.5)]
  switch (seriesSymbol(series)) {
    case 'circle':
      return `M${left},${y}a${R},${R} 0 1,1 ${2 * R},0a${R},${R} 0 1,1 -${2 * R},0`
    case 'square':
      return `M${tenth(x - 3)},${y - 3}h6v6h-6z`
    case 'triangle':
      return `M${x},${up}l4,7.5h-8z`
    case 'diamond':
      return `M${x},${up}l3.5,4.5l-3.5,4.5l-3.5,-4.5z`
    case 'cross':
      return `M${tenth(x - 1.3)},${y - 4}h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z`
    default:
      return `M${x},${up}l1.3,3.2h3.4l-2.8,2.1l1.1,3.4l-3,-2l-3,2l1.1,-3.4l-2.8,-2.1h3.4z`
  }
}

function tenth(x: number): number {
  return Math.round(10 * x) / 10
}
