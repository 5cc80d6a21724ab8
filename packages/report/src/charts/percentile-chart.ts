import { axisX, dot, gridX, line, type Markish, ruleY } from '@observablehq/plot'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { endNames, NAMES_WIDTH } from './draw/end-names.ts'
import { pointHits } from './draw/hit-areas.ts'
import { durationTick, logDomain } from './draw/log-axis.ts'
import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY, panelHeads } from './launch-panel.ts'

/** Times of one contender by percentile; a panel for each group. */
export interface Curve {
  readonly group: string
  readonly label: string
  readonly runtime: string
  /** Points in the order of their share. */
  readonly points: readonly CurvePoint[]
  /** Whether nothing is known between the last two points. */
  readonly isLastApart?: boolean
}

export interface CurvePoint {
  /** Share of all times that are no longer; below 1. */
  readonly share: number
  readonly ns: number
  /** What the pointer shows; a point without one is only on the line. */
  readonly title: string | null
}

const SHARES = [0.5, 0.9, 0.99, 0.999, 0.9999]
const PANEL_HEIGHT = 150
const PANEL_GAP = 40
const MARGIN = { top: 24, bottom: 40 }

/**
 * Returns times by percentile as lines, SVG text: a panel for each group, a line for each contender in it, its name at its
 * end.
 *
 * @param label below the panels
 * @param aside at the head of each panel
 * @param limitNs drawn as a dashed line; null for none
 */
export function percentileChart(
  title: string,
  curves: readonly Curve[],
  { label, aside, limitNs = null }: { label: string; aside: string; limitNs?: number | null },
): string {
  const groups = Array.from(new Set(curves.map(({ group }) => group)))
  const points = curves.flatMap(curve => curve.points)
  const ends = points.map(({ ns }) => ns)
  const domain = logDomain([...ends, ...(limitNs === null ? [] : [limitNs])].filter(ns => ns > 0))
  const most = Math.max(1, ...points.map(({ share }) => placeOf(share)))
  const ticks = SHARES.filter(share => placeOf(share) <= most + 1e-9)
  const at = ticks.map(placeOf)
  const step = PANEL_HEIGHT + PANEL_GAP
  return draw(title, {
    width: CHART_WIDTH,
    height: groups.length * step - PANEL_GAP + MARGIN.top + MARGIN.bottom,
    marginLeft: 54,
    marginRight: NAMES_WIDTH,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    fy: {
      domain: groups,
      axis: null,
      paddingInner: groups.length > 1 ? PANEL_GAP / step : 0,
      paddingOuter: 0,
    },
    x: { type: 'linear', domain: [0, most] },
    y: { type: 'log', domain, clamp: true },
    marks: [
      gridX(at, { stroke: color('line'), strokeOpacity: 1 }),
      ...panelAxisY(logTicks(...domain, 5), durationTick),
      limitNs === null ? null : ruleY([limitNs], { stroke: color('ink'), strokeDasharray: '3,3' }),
      ...curves.flatMap(curveMarks),
      ...groups.flatMap(group => endNames(endsOf(curves, group), domain, PANEL_HEIGHT, group)),
      ...panelHeads(groups.map(label => ({ label, aside }))),
      axisX(at, {
        text: (_: number, index: number) => shareText(ticks[index] ?? 0),
        tickSize: 4,
        label,
        labelAnchor: 'center',
        labelArrow: 'none',
        color: color('quiet'),
      }),
      pointHits(
        curves.flatMap(({ group, points }) =>
          points.filter(({ title }) => title !== null).map(each => ({ ...placed(each), group })),
        ),
        { x: 'x', y: 'ns', fy: 'group' },
        ({ title }) => title ?? '',
      ),
    ],
  })
}

function curveMarks({ group, runtime, points, isLastApart = false }: Curve): Markish[] {
  const stroke = seriesColor(runtime)
  const place = { x: 'x', y: 'ns', fy: () => group, stroke } as const
  const drawn = points.map(placed)
  const dots = drawn.filter(({ title }) => title !== null)
  return [
    line(isLastApart ? drawn.slice(0, -1) : drawn, place),
    isLastApart ? line(drawn.slice(-2), { ...place, strokeDasharray: '2,3' }) : null,
    dot(dots, { ...place, symbol: seriesSymbol(runtime), r: 2.5, fill: stroke }),
  ]
}

function placed(point: CurvePoint) {
  return { ...point, x: placeOf(point.share) }
}

/** Each further nine of ten is as wide as those before. */
function placeOf(share: number): number {
  return -Math.log10(1 - share)
}

/** Returns a share as `99.9 %`. */
export function shareText(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`
}

/** Returns the round shares that a number of times can show. */
export function sharesOf(count: number): number[] {
  return SHARES.filter(share => placeOf(share) <= Math.log10(Math.max(2, count)) + 1e-9)
}

function endsOf(curves: readonly Curve[], group: string) {
  return curves
    .filter(curve => curve.group === group)
    .map(({ label, runtime, points }) => ({ label, runtime, end: points.at(-1)?.ns ?? 0 }))
}
