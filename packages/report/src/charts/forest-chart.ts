import { dot, ruleY, text } from '@observablehq/plot'
import type { EstimateRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import { AT_END, DIGITS_WIDTH, ratioRows } from './draw/ratio-rows.ts'
import { byRuntime, type ChartRow, linesOf } from './draw/row-axis.ts'

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

/**
 * Returns ratios with their intervals as a forest plot, SVG text: the band of the threshold δ around 1, in it that of the
 * bias allowance β, and each interval drawn on, thin, as far as β widens it.
 */
export function forestChart(title: string, rows: readonly RatioRow[], options: ForestOptions): string {
  const { threshold, biasAllowance, digits } = options
  const lines = linesOf(rows)
  const shown = lines.flatMap(({ key, row }) => (row === null ? [] : [{ ...row, key }]))
  const widening = 1 + (biasAllowance ?? 0)
  const room = digits ? DIGITS_WIDTH : 0
  return ratioRows(title, {
    ...{ lines, threshold, biasAllowance, wider: room, right: MARK_WIDTH + room },
    ends: rows.flatMap(({ ratio }) => [ratio.lower / widening, ratio.value, ratio.upper * widening]),
    marks: [
      ...byRuntime(shown, (ofOne, runtime) => [
        ruleY(ofOne, {
          y: 'key',
          x1: row => row.ratio.lower / widening,
          x2: row => row.ratio.upper * widening,
          stroke: seriesColor(runtime),
        }),
        ruleY(ofOne, {
          y: 'key',
          x1: row => row.ratio.lower,
          x2: row => row.ratio.upper,
          stroke: seriesColor(runtime),
          strokeWidth: 3,
        }),
        ...[true, false].map(paired =>
          dot(
            ofOne.filter(row => row.paired === paired),
            {
              x: row => row.ratio.value,
              y: 'key',
              symbol: seriesSymbol(runtime),
              r: 3,
              stroke: seriesColor(runtime),
              fill: paired ? seriesColor(runtime) : color('paper'),
            },
          ),
        ),
      ]),
      digits ? text(shown, { ...AT_END, text: (row: RatioRow) => formatRatio(row.ratio), dx: 10 }) : null,
      text(shown, { ...AT_END, text: 'mark', dx: room + 10, fill: (row: RatioRow) => color(row.markColor) }),
    ],
    hits: shown.map(row => ({ key: row.key, title: rowTitle(row) })),
  })
}

function rowTitle({ group, label, ratio, mark }: RatioRow): string {
  const subject = group === '' ? label : `${group} on ${label}`
  return `${subject}: ${formatRatio(ratio)} over ${ratio.n} launches${mark === '' ? '' : `, ${mark}`}`
}
