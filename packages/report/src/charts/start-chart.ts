import { dot, line, ruleX } from '@observablehq/plot'
import type { EstimateRecord } from '@steelyard/record'
import { formatBytes, formatDurationEstimate } from '@steelyard/text'
import { curvePanels, PANEL_HEIGHT } from './curve-panels.ts'
import { draw } from './draw/draw.ts'
import { endNames } from './draw/end-names.ts'
import { pointHits } from './draw/hit-areas.ts'
import { durationTick, logDomain, sizeAxisX } from './draw/log-axis.ts'
import { seriesColor, seriesSymbol } from './draw/palette.ts'
import type { ChartRow } from './draw/row-axis.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY, panelHeads } from './launch-panel.ts'

/** What starting one bundle took on one target. */
export interface StartPoint extends ChartRow {
  /** Of the bundle as it is started, above 0. */
  readonly bytes: number
  readonly firstByteNs: EstimateRecord
}

/** Distance between targets, in pixels. */
const APART = 3

/**
 * Returns the time to the first byte by the size of the bundle, SVG text: a panel for each group, a line for each label in
 * it, intervals as bars.
 */
export function startChart(title: string, points: readonly StartPoint[]): string {
  const groups = Array.from(new Set(points.map(({ group }) => group)))
  const labels = Array.from(new Set(points.map(({ label }) => label)))
  const shown = points
    .map(({ firstByteNs: { value, lower, upper }, ...point }) => ({ ...point, value, lower, upper }))
    .sort((a, b) => a.bytes - b.bytes)
  const sizes = logDomain(shown.map(({ bytes }) => bytes))
  const times = logDomain(
    shown.flatMap(({ value, lower, upper }) => [value, lower, upper]).filter(ns => ns > 0),
  )
  const { grid, axis } = sizeAxisX(sizes, 'bundle as it is started')
  const lines = Array.from(
    Map.groupBy(shown, ({ group, label }) => JSON.stringify([group, label])).values(),
    line => ({ line, last: line.at(-1) }),
  )
  return draw(title, {
    ...curvePanels(groups),
    x: { type: 'log', domain: sizes },
    y: { type: 'log', domain: times, clamp: true },
    marks: [
      grid,
      ...panelAxisY(logTicks(...times, 5), durationTick),
      ...lines.flatMap(({ line: ofOne, last }) => {
        const runtime = last?.runtime ?? ''
        const dx = APART * (labels.indexOf(last?.label ?? '') - (labels.length - 1) / 2)
        const stroke = seriesColor(runtime)
        const at = { x: 'bytes', fy: 'group', dx, stroke } as const
        return [
          line(ofOne, { ...at, y: 'value', strokeOpacity: 0.6 }),
          ruleX(ofOne, { ...at, y1: 'lower', y2: 'upper' }),
          dot(ofOne, { ...at, y: 'value', symbol: seriesSymbol(runtime), r: 2.5, fill: stroke }),
        ]
      }),
      ...groups.flatMap(group =>
        endNames(
          lines.flatMap(({ last }) => (last?.group === group ? [{ ...last, end: last.value }] : [])),
          times,
          PANEL_HEIGHT,
          group,
        ),
      ),
      ...panelHeads(groups.map(label => ({ label, aside: 'time to first byte' }))),
      axis,
      pointHits(
        points,
        { x: 'bytes', y: ({ firstByteNs }: StartPoint) => firstByteNs.value, fy: 'group' },
        pointTitle,
      ),
    ],
  })
}

function pointTitle({ group, label, bytes, firstByteNs }: StartPoint): string {
  return `${group} on ${label}, ${formatBytes(bytes)}: first byte after ${formatDurationEstimate(firstByteNs)} over ${firstByteNs.n} starts`
}
