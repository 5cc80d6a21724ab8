import { axisX, dot, gridX, line, type Markish, ruleY } from '@observablehq/plot'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { endNames, NAMES_WIDTH } from './draw/end-names.ts'
import { pointHits } from './draw/hit-areas.ts'
import { durationTick, logDomain } from './draw/log-axis.ts'
import { color, seriesColor, seriesSymbol } from './draw/palette.ts'
import type { ChartRow } from './draw/row-axis.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY, panelHeads } from './launch-panel.ts'

/** Times of one contender over something; a panel for each group. */
export interface Curve extends ChartRow {
  /** By x. */
  readonly points: readonly CurvePoint[]
  /** Whether nothing is known between the last two points. */
  readonly isLastApart?: boolean
}

export interface CurvePoint {
  readonly x: number
  readonly ns: number
  /** What the pointer shows; a point without one is only on the line. */
  readonly title: string | null
}

/** What is below the panels. */
export interface CurveAxis {
  readonly domain: readonly [number, number]
  readonly ticks: readonly { readonly x: number; readonly text: string }[]
  readonly label: string
}

const PANEL_HEIGHT = 150
const PANEL_GAP = 40
const MARGIN = { top: 24, bottom: 40 }

/**
 * Returns times as lines, SVG text: a panel for each group, a line for each contender in it, its name at its end.
 *
 * @param aside at the head of each panel
 * @param limitNs drawn as a dashed line; null for none
 */
export function curveChart(
  title: string,
  curves: readonly Curve[],
  axis: CurveAxis,
  { aside, limitNs = null }: { readonly aside: string; readonly limitNs?: number | null },
): string {
  const groups = Array.from(new Set(curves.map(({ group }) => group)))
  const ends = curves.flatMap(({ points }) => points.map(({ ns }) => ns))
  const domain = logDomain([...ends, ...(limitNs === null ? [] : [limitNs])].filter(ns => ns > 0))
  const at = axis.ticks.map(({ x }) => x)
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
    x: { type: 'linear', domain: axis.domain },
    y: { type: 'log', domain, clamp: true },
    marks: [
      gridX(at, { stroke: color('line'), strokeOpacity: 1 }),
      ...panelAxisY(logTicks(...domain, 5), durationTick),
      limitNs === null ? null : ruleY([limitNs], { stroke: color('ink'), strokeDasharray: '3,3' }),
      ...curves.flatMap(curveMarks),
      ...groups.flatMap(group => endNames(endsOf(curves, group), domain, PANEL_HEIGHT, group)),
      ...panelHeads(groups.map(label => ({ label, aside }))),
      axisX(at, {
        text: (_: number, index: number) => axis.ticks[index]?.text ?? '',
        tickSize: 4,
        label: axis.label,
        labelAnchor: 'center',
        labelArrow: 'none',
        color: color('quiet'),
      }),
      pointHits(
        curves.flatMap(({ group, points }) =>
          points.filter(({ title }) => title !== null).map(each => ({ ...each, group })),
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
  const dots = points.filter(({ title }) => title !== null)
  return [
    line(isLastApart ? points.slice(0, -1) : points, place),
    isLastApart ? line(points.slice(-2), { ...place, strokeDasharray: '2,3' }) : null,
    dot(dots, { ...place, symbol: seriesSymbol(runtime), r: 2.5, fill: stroke }),
  ]
}

function endsOf(curves: readonly Curve[], group: string) {
  return curves
    .filter(curve => curve.group === group)
    .map(({ label, runtime, points }) => ({ label, runtime, end: points.at(-1)?.ns ?? 0 }))
}
