import { axisX, dot, gridX, line } from '@observablehq/plot'
import type { DistributionRecord } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { curvePanels, PANEL_HEIGHT } from './curve-panels.ts'
import { draw } from './draw/draw.ts'
import { endNames } from './draw/end-names.ts'
import { pointHits } from './draw/hit-areas.ts'
import { durationTick, logDomain } from './draw/log-axis.ts'
import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import type { ChartRow } from './draw/row-axis.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY, panelHeads } from './launch-panel.ts'

/** How the latency of one contender is spread. */
export interface LatencyLine extends ChartRow {
  readonly latency: DistributionRecord
}

const TICKS = [0.5, 0.9, 0.99, 0.999, 0.9999]

/** Decades of the axis. */
const SHORTEST = 1

/**
 * Returns latency by percentile, SVG text: a panel for each group, a line for each of its rows, each further nine of ten
 * requests as wide as those before. Dots are the percentiles that a record keeps; the last one is the longest of all
 * requests, and dashed is what is not known before it.
 */
export function latencyChart(title: string, lines: readonly LatencyLine[]): string {
  const groups = Array.from(new Set(lines.map(({ group }) => group)))
  const curves = lines.map(each => ({ ...each, points: pointsOf(each) }))
  const points = curves.flatMap(curve => curve.points)
  const end = points.reduce((most, { x }) => Math.max(most, x), SHORTEST)
  const domain = logDomain(points.map(({ y }) => y).filter(y => y > 0))
  const ticks = TICKS.filter(share => place(share) <= end)
  return draw(title, {
    ...curvePanels(groups),
    x: { domain: [0, end] },
    y: { type: 'log', domain, clamp: true },
    marks: [
      gridX(ticks.map(place), { stroke: color('line'), strokeOpacity: 1 }),
      ...panelAxisY(logTicks(...domain, 5), durationTick),
      ...curves.flatMap(({ runtime, points }) => {
        const at = { x: 'x', y: 'y', fy: 'group' } as const
        const stroke = seriesColor(runtime)
        return [
          line(points.slice(0, -1), { ...at, stroke }),
          line(points.slice(-2), { ...at, stroke, strokeDasharray: '2,3' }),
          dot(points, { ...at, symbol: seriesSymbol(runtime), r: 2.5, stroke, fill: stroke }),
        ]
      }),
      ...groups.flatMap(group =>
        endNames(
          curves
            .filter(curve => curve.group === group)
            .map(({ label, runtime, latency }) => ({ label, runtime, end: latency.maxNs })),
          domain,
          PANEL_HEIGHT,
          group,
        ),
      ),
      ...panelHeads(groups.map(label => ({ label, aside: 'latency' }))),
      pointHits(
        curves.flatMap(({ label, points }) => points.map(point => ({ ...point, label }))),
        { x: 'x', y: 'y', fy: 'group' },
        pointTitle,
      ),
      axisX(ticks.map(place), {
        text: (_: number, index: number) => `${Number((100 * (ticks[index] ?? 0)).toPrecision(6))} %`,
        tickSize: 4,
        label: 'share of the requests that took no longer',
        labelAnchor: 'center',
        labelArrow: 'none',
        color: color('quiet'),
      }),
    ],
  })
}

/** Percentiles that so few requests cannot show are left out; the longest of n stands at 1 − 1/n. */
function pointsOf({ group, latency }: LatencyLine) {
  const { n, p2_5Ns, p50Ns, p95Ns, p97_5Ns, p99Ns, maxNs } = latency
  const kept = [
    { share: 0.025, y: p2_5Ns },
    { share: 0.5, y: p50Ns },
    { share: 0.95, y: p95Ns },
    { share: 0.975, y: p97_5Ns },
    { share: 0.99, y: p99Ns },
  ].filter(({ share }) => (1 - share) * n > 1)
  return [
    ...kept.map(({ share, y }) => ({
      group,
      x: place(share),
      y,
      what: `${Number((100 * share).toPrecision(6))} % of the requests took at most`,
    })),
    { group, x: Math.log10(Math.max(1, n)), y: maxNs, what: 'the longest request took' },
  ]
}

function pointTitle({
  group,
  label,
  what,
  y,
}: ReturnType<typeof pointsOf>[number] & { label: string }): string {
  return `${group} on ${label}: ${what} ${formatDuration(y)}`
}

/** Where a share (below 1) stands on the axis. */
function place(share: number): number {
  return -Math.log10(1 - share)
}
