import { barX, dot, type Markish, text } from '@observablehq/plot'
import { formatBytes, formatPercent } from '@steelyard/text'
import { draw } from './draw/draw.ts'
import { rowHits } from './draw/hit-areas.ts'
import { bytesTick, logAxisX, logDomain, percentAxisX } from './draw/log-axis.ts'
import { seriesColor, seriesSymbol } from './draw/palette.ts'
import { byRuntime, type ChartRow, linesOf, rowLayout, rowNames } from './draw/row-axis.ts'

/** What one contender allocated. */
export interface AllocationRow extends ChartRow {
  readonly bytesPerIteration: number
}

/** How a process spent its CPU time, as shares from 0 to 1. */
export interface CollectorRow extends ChartRow {
  readonly collectorMain: number
  readonly helperThreads: number
}

const VALUE_WIDTH = 104
const BAR_INSET = 4

/** Returns bytes allocated per iteration, SVG text; what allocates nothing stands at the left edge. */
export function allocationChart(title: string, rows: readonly AllocationRow[]): string {
  const domain = logDomain(
    rows.map(row => row.bytesPerIteration).filter(bytes => bytes > 0),
    0.1,
  )
  const { grid, axis } = logAxisX(domain, 'allocated per iteration', bytesTick, binaryUnit(domain[1]))
  return valueChart(
    title,
    rows,
    { x: { type: 'log', domain, clamp: true }, axis, ends: domain },
    {
      label: row => formatBytes(row.bytesPerIteration),
      told: row => `${formatBytes(row.bytesPerIteration)} per iteration`,
    },
    lines => [
      grid,
      ...byRuntime(lines, (ofOne, runtime) => [
        dot(ofOne, {
          x: row => Math.max(row.bytesPerIteration, domain[0]),
          y: 'key',
          symbol: seriesSymbol(runtime),
          r: 3,
          stroke: seriesColor(runtime),
          fill: seriesColor(runtime),
        }),
      ]),
    ],
  )
}

/** Returns shares of the CPU time, SVG text: the collector's pauses filled, all helper threads pale behind them. */
export function collectorChart(title: string, rows: readonly CollectorRow[]): string {
  const most = rows.reduce((a, row) => Math.max(a, row.collectorMain + row.helperThreads), 0.01)
  const { grid, axis } = percentAxisX(most, 'of the CPU time')
  const texts: RowTexts<CollectorRow> = {
    label: row => `${formatPercent(row.collectorMain)} + ${formatPercent(row.helperThreads)}`,
    told: row =>
      `${formatPercent(row.collectorMain)} in pauses, ${formatPercent(row.helperThreads)} in helper threads`,
  }
  return valueChart(title, rows, { x: { domain: [0, most] }, axis, ends: [0, most] }, texts, lines => [
    grid,
    ...byRuntime(lines, (ofOne, runtime) => {
      const bar = {
        y: 'key',
        fill: seriesColor(runtime),
        insetTop: BAR_INSET,
        insetBottom: BAR_INSET,
      } as const
      return [
        barX(ofOne, { ...bar, x1: 0, x2: (row: CollectorRow) => row.collectorMain }),
        barX(ofOne, {
          ...bar,
          x1: (row: CollectorRow) => row.collectorMain,
          x2: (row: CollectorRow) => row.collectorMain + row.helperThreads,
          fillOpacity: 0.35,
        }),
      ]
    }),
  ])
}

/** The range of the values, and its axis. */
interface Scale {
  readonly x: Readonly<Record<string, unknown>>
  readonly axis: Markish
  readonly ends: readonly [number, number]
}

/** What stands at the end of a row, and what is told where it is pointed at. */
interface RowTexts<Row> {
  label(row: Row): string
  told(row: Row): string
}

function valueChart<Row extends ChartRow>(
  title: string,
  rows: readonly Row[],
  { x, axis, ends }: Scale,
  { label, told }: RowTexts<Row>,
  marksOf: (lines: readonly (Row & { readonly key: string })[]) => readonly Markish[],
): string {
  const lines = linesOf(rows)
  const shown = lines.flatMap(({ key, row }) => (row === null ? [] : [{ ...row, key }]))
  return draw(title, {
    ...rowLayout(lines, VALUE_WIDTH),
    x,
    marks: [
      ...marksOf(shown),
      ...rowNames(lines),
      text(shown, { y: 'key', text: label, frameAnchor: 'right', textAnchor: 'start', dx: 8 }),
      axis,
      rowHits(shown, ends, VALUE_WIDTH, row => `${row.group} on ${row.label}: ${told(row)}`),
    ],
  })
}

/** Returns the largest of 1, 1024, 1024² … bytes that is not above a size of at least 1. */
function binaryUnit(bytes: number): number {
  return 1024 ** Math.max(0, Math.floor(Math.log2(bytes) / 10))
}
