import { type Markish, rectX, ruleX, text } from '@observablehq/plot'
import { draw } from './draw.ts'
import { rowHits } from './hit-areas.ts'
import { logAxisX, logDomain, ratioTick } from './log-axis.ts'
import { color } from './palette.ts'
import { type ChartRow, type Line, rowLayout, rowNames } from './row-axis.ts'

/** Width of a ratio with its interval in digits, pixels. */
export const DIGITS_WIDTH = 150

/** Where a text stands that ends a row, right of the frame. */
export const AT_END = { y: 'key', frameAnchor: 'right', textAnchor: 'start' } as const

interface RatioRows {
  readonly lines: readonly Line<ChartRow>[]
  /** Ratios that must be in the frame; those of no logarithm are left out. */
  readonly ends: readonly number[]
  /** δ and β as fractions, bands around 1; null for none. */
  readonly threshold: number | null
  readonly biasAllowance: number | null
  /** Pixels right of the frame, and how much of that the chart is wider than others. */
  readonly right: number
  readonly wider: number
  readonly marks: readonly Markish[]
  /** Intervals that may end beyond the frame; a sign at its edge says so. */
  readonly spans?: readonly { readonly key: string; readonly lower: number; readonly upper: number }[]
  /** What is told of a line where it is pointed at. */
  readonly hits: readonly { readonly key: string; readonly title: string }[]
}

/** Returns lines of ratios on one logarithmic axis, with their names and the bands around 1, SVG text. */
export function ratioRows(title: string, rows: RatioRows): string {
  const { lines, ends, threshold, biasAllowance, right, wider, marks, hits, spans = [] } = rows
  const limit = 1 + (threshold ?? 0)
  const domain = logDomain([...ends.filter(end => end > 0), 1 / limit, limit])
  const { grid, axis } = logAxisX(domain, 'time relative to the base', ratioTick)
  return draw(title, {
    ...rowLayout(lines, right, wider),
    x: { type: 'log', domain, clamp: true },
    marks: [
      bandAround1(threshold, 'threshold'),
      bandAround1(biasAllowance, 'allowance'),
      grid,
      ruleX([1], { stroke: color('quiet') }),
      ...rowNames(lines),
      ...marks,
      ...goesOn(spans, domain),
      axis,
      rowHits(hits, domain, right, hit => hit.title),
    ],
  })
}

/** Returns a band around 1 that is symmetrical in the logarithm; nothing for no fraction. */
function bandAround1(fraction: number | null, fill: string): Markish {
  if (fraction === null || fraction === 0) return null
  return rectX([1], { x1: 1 / (1 + fraction), x2: 1 + fraction, fill: color(fill) })
}

/** Returns a sign at the edge of the frame for each interval that goes on beyond it. */
function goesOn(spans: RatioRows['spans'] = [], [least, most]: readonly [number, number]): Markish[] {
  const sign = (rows: typeof spans, side: 'left' | 'right', letter: string) =>
    text(rows, {
      y: 'key',
      frameAnchor: side,
      textAnchor: 'middle',
      text: () => letter,
      fill: color('ink'),
      stroke: color('paper'),
      strokeWidth: 3,
    })
  return [
    sign(
      spans.filter(({ lower }) => lower < least),
      'left',
      '◂',
    ),
    sign(
      spans.filter(({ upper }) => upper > most),
      'right',
      '▸',
    ),
  ]
}
