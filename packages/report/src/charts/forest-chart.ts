import { dot, ruleX, ruleY, text } from '@observablehq/plot'
import type { EstimateRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { bandAround1 } from './draw/band.ts'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { logAxisX, logDomain, ratioTick } from './draw/log-axis.ts'
import { color, runtimeColor, runtimeSymbol } from './draw/palette.ts'
import { byRuntime, type ChartRow, LABEL_WIDTH, linesOf, ROW_HEIGHT, rowNames } from './draw/row-axis.ts'

/** A ratio with what was made of it. */
export interface RatioRow extends ChartRow {
  readonly ratio: EstimateRecord
  /** What stands at the end of the row, e.g. `▲ slower`, and the name of its colour. */
  readonly mark: string
  readonly markColor: string
  /** Hollow where the two sides did not share launches. */
  readonly paired: boolean
}

export interface ForestOptions {
  /** δ and β as fractions; null where the rows do not agree on one. */
  readonly threshold: number | null
  readonly biasAllowance: number | null
  /** Whether each row ends with its ratio in digits too. */
  readonly digits: boolean
}

const MARK_WIDTH = 96
const DIGITS_WIDTH = 150

/**
 * Returns ratios with their intervals as a forest plot, SVG text: the band of the threshold δ around 1, in it that of the
 * bias allowance β, and each interval drawn on, thin, as far as β widens it.
 */
export function forestChart(title: string, rows: readonly RatioRow[], options: ForestOptions): string {
  const { threshold, biasAllowance, digits } = options
  const lines = linesOf(rows)
  const shown = lines.flatMap(({ key, row }) => (row === null ? [] : [{ ...row, key }]))
  const widening = 1 + (biasAllowance ?? 0)
  const limit = 1 + (threshold ?? 0)
  const ends = rows.flatMap(({ ratio }) => [ratio.lower / widening, ratio.value, ratio.upper * widening])
  const domain = logDomain([...ends.filter(end => end > 0), 1 / limit, limit])
  const { grid, axis } = logAxisX(domain, 'time relative to the base', ratioTick)
  const atEnd = { y: 'key', frameAnchor: 'right', textAnchor: 'start' } as const
  const room = digits ? DIGITS_WIDTH : 0
  return draw(title, {
    width: CHART_WIDTH + room,
    height: lines.length * ROW_HEIGHT + 44,
    marginLeft: LABEL_WIDTH,
    marginRight: MARK_WIDTH + room,
    marginTop: 4,
    marginBottom: 40,
    x: { type: 'log', domain, clamp: true },
    y: { type: 'band', domain: lines.map(line => line.key), padding: 0 },
    marks: [
      bandAround1(threshold, 'threshold'),
      bandAround1(biasAllowance, 'allowance'),
      grid,
      ruleX([1], { stroke: color('quiet') }),
      ...rowNames(lines),
      ...byRuntime(shown, (ofOne, runtime) => [
        ruleY(ofOne, {
          y: 'key',
          x1: row => row.ratio.lower / widening,
          x2: row => row.ratio.upper * widening,
          stroke: runtimeColor(runtime),
        }),
        ruleY(ofOne, {
          y: 'key',
          x1: row => row.ratio.lower,
          x2: row => row.ratio.upper,
          stroke: runtimeColor(runtime),
          strokeWidth: 3,
        }),
        ...[true, false].map(paired =>
          dot(
            ofOne.filter(row => row.paired === paired),
            {
              x: row => row.ratio.value,
              y: 'key',
              symbol: runtimeSymbol(runtime),
              r: 3,
              stroke: runtimeColor(runtime),
              fill: paired ? runtimeColor(runtime) : color('paper'),
            },
          ),
        ),
      ]),
      digits ? text(shown, { ...atEnd, text: (row: RatioRow) => formatRatio(row.ratio), dx: 10 }) : null,
      text(shown, { ...atEnd, text: 'mark', dx: room + 10, fill: (row: RatioRow) => color(row.markColor) }),
      axis,
    ],
  })
}
