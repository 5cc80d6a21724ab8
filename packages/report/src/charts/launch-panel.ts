import { axisY, gridY, line, type Markish, text } from '@observablehq/plot'
import type { LaunchRecord } from '@steelyard/record'
import { median, quantile } from '@steelyard/stats'
import { formatPercent } from '@steelyard/text'
import { CHART_WIDTH } from './draw/draw.ts'
import { logDomain } from './draw/log-axis.ts'
import { color, runtimeColor } from './draw/palette.ts'
import { TENTHS } from './draw/path-text.ts'
import { shortened } from './draw/row-axis.ts'

/** The launches of one contender: one panel of a chart, one line for each launch. */
export interface LaunchPanel {
  readonly label: string
  readonly runtime: string
  readonly launches: readonly LaunchRecord[]
  /** Of the samples, 0 to 1; null where unavailable. */
  readonly contendedShare: number | null
  /** How long the samples of each launch went on, in nanoseconds; null where that is their time × iterations. */
  readonly samplesNs: readonly (readonly number[])[] | null
}

/** A point of the line of a launch. */
export interface LinePoint {
  readonly panel: string
  readonly launch: number
  readonly x: number
  readonly y: number
  readonly contended: boolean
}

const PANEL_HEIGHT = 92
const MOST_LETTERS = 40
/** As SVG has it by itself, so that nothing need be said of it. */
const SHARP = { strokeWidth: 1, strokeLinejoin: 'miter', strokeLinecap: 'butt', strokeMiterlimit: 4 } as const
/** Points of a line. */
const SKETCH = 30
/** What lies further out than this share of the samples is drawn at the edge, on either side. */
const BEYOND = 0.005

/** Returns what all charts of panels have in common. */
export function panelLayout(panels: readonly LaunchPanel[]) {
  return {
    width: CHART_WIDTH,
    height: panels.length * PANEL_HEIGHT + 50,
    marginLeft: 50,
    marginRight: 12,
    marginTop: 24,
    marginBottom: 40,
    fy: { domain: panels.map(panel => panel.label), axis: null, padding: 0.3 },
  } as const
}

/** Returns to how many steps of a pixel lines are drawn: a line that leaves points out is a sketch. */
export function exactness(mostPoints: number): number {
  return mostPoints < SKETCH ? 1 : TENTHS
}

/** Returns the lines of the launches, dots on them for samples that shared their core, and above each panel its name. */
export function panelMarks(panels: readonly LaunchPanel[], points: readonly LinePoint[]): Markish[] {
  const place = { x: 'x', y: 'y', z: 'launch', fy: 'panel' } as const
  const dots = points
    .filter(point => point.contended)
    // A line of one point between gaps is a dot: so all dots of a panel are one path.
    .flatMap(point => [point, { ...point, y: Number.NaN }])
  return [
    ...panels.map(panel =>
      line(
        points.filter(point => point.panel === panel.label),
        { ...place, stroke: runtimeColor(panel.runtime), strokeOpacity: 0.6, ...SHARP },
      ),
    ),
    line(dots, { ...place, z: 'panel', stroke: color('ink'), strokeWidth: 3, strokeLinecap: 'round' }),
    ...panelHeads(
      panels.map(({ label, contendedShare }) => ({
        label,
        aside: contendedShare === null ? '' : `${formatPercent(contendedShare)} contended`,
      })),
    ),
  ]
}

/** Returns what stands above each panel: its name, and quietly what is to be said of it. */
export function panelHeads(panels: readonly { readonly label: string; readonly aside: string }[]): Markish[] {
  const above = { fy: 'label', dy: -10, lineAnchor: 'bottom' } as const
  return [
    text(panels, {
      ...above,
      frameAnchor: 'top-left',
      fontWeight: 600,
      text: (panel: { label: string }) => shortened(panel.label, MOST_LETTERS),
    }),
    text(panels, { ...above, frameAnchor: 'top-right', fill: color('quiet'), text: 'aside' }),
  ]
}

/** Returns a horizontal axis left of each panel, with its grid. */
export function panelAxisY(ticks: readonly number[], format: (value: number) => string): Markish[] {
  return [
    gridY(ticks, { stroke: color('line'), strokeOpacity: 1 }),
    axisY(ticks, { label: null, tickSize: 0, text: format, color: color('quiet') }),
  ]
}

/** Returns the ends of a logarithmic axis that shows all but the few samples that lie far out, or below 0. */
export function sampleDomain(ratios: readonly number[]): [number, number] {
  const positive = ratios.filter(ratio => ratio > 0)
  if (positive.length === 0) return logDomain([])
  return logDomain([quantile(positive, BEYOND), 1, quantile(positive, 1 - BEYOND)])
}

/** Returns the median of all samples of a contender, in nanoseconds; 1 where that is nothing to divide by. */
export function medianSampleNs(launches: readonly LaunchRecord[]): number {
  const samples = launches.flatMap(launch => launch.wallNs)
  const middle = samples.length === 0 ? 0 : median(samples)
  return middle > 0 ? middle : 1
}
