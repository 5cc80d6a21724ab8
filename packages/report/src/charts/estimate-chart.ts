import { dot, type Markish, ruleY, text } from '@observablehq/plot'
import type { EstimateRecord } from '@steelyard/record'
import { draw } from './draw/draw.ts'
import { rowHits } from './draw/hit-areas.ts'
import { durationTick, logAxisX, logDomain } from './draw/log-axis.ts'
import { color, runtimeColor, runtimeSymbol } from './draw/palette.ts'
import { byRuntime, type ChartRow, linesOf, rowLayout, rowNames } from './draw/row-axis.ts'

/** A time and the ends of its interval. */
type Span = Pick<EstimateRecord, 'value' | 'lower' | 'upper'>

/** The times of one contender, and how they are written. */
export interface TimeRow extends ChartRow {
  readonly wallNs: Span
  readonly cpuNs: Span | null
  readonly wallText: string
  readonly cpuText: string | null
}

/** Wall above CPU, in pixels. */
const APART = 3
/** Right of the frame, for the wall time in digits, and how much wider than others the chart is for it. */
const TEXT_WIDTH = 112
const WIDER = 96

/**
 * Returns times with their intervals, SVG text: wall time filled, CPU time hollow below it.
 *
 * @param label of the axis
 */
export function estimateChart(title: string, rows: readonly TimeRow[], label: string): string {
  const lines = linesOf(rows)
  const wall = lines.flatMap(({ key, row }) => (row === null ? [] : [{ ...row, key, time: row.wallNs }]))
  const cpu = wall.flatMap(row => (row.cpuNs === null ? [] : [{ ...row, time: row.cpuNs }]))
  const ends = [...wall, ...cpu].flatMap(({ time }) => [time.lower, time.value, time.upper])
  const domain = logDomain(ends.filter(end => end > 0))
  const { grid, axis } = logAxisX(domain, label, durationTick)
  return draw(title, {
    ...rowLayout(lines, TEXT_WIDTH, WIDER),
    x: { type: 'log', domain, clamp: true },
    marks: [
      grid,
      ...rowNames(lines),
      ...byRuntime(cpu, (rows, runtime) => timeMarks(rows, runtime, APART, color('paper'))),
      ...byRuntime(wall, (rows, runtime) => timeMarks(rows, runtime, -APART, runtimeColor(runtime))),
      text(wall, { y: 'key', text: 'wallText', frameAnchor: 'right', textAnchor: 'start', dx: 8 }),
      axis,
      rowHits(wall, domain, TEXT_WIDTH, rowTitle),
    ],
  })
}

function timeMarks(
  rows: readonly (TimeRow & { readonly time: Span })[],
  runtime: string,
  dy: number,
  fill: string,
): Markish[] {
  const stroke = runtimeColor(runtime)
  return [
    ruleY(rows, {
      y: 'key',
      x1: row => row.time.lower,
      x2: row => row.time.upper,
      stroke,
      strokeWidth: 1.5,
      dy,
    }),
    dot(rows, {
      x: row => row.time.value,
      y: 'key',
      symbol: runtimeSymbol(runtime),
      r: 2.8,
      stroke,
      fill,
      dy,
    }),
  ]
}

function rowTitle({ group, label, wallText, cpuText }: TimeRow): string {
  return `${group} on ${label}: ${wallText}${cpuText === null ? '' : `, CPU ${cpuText}`}`
}
