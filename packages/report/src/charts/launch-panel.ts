import { axisY, gridY, type Markish, text } from '@observablehq/plot'
import type { LaunchRecord } from '@steelyard/record'
import { median, quantile } from '@steelyard/stats'
import { formatPercent } from '@steelyard/text'
import { CHART_WIDTH } from './draw/draw.ts'
import { logDomain } from './draw/log-axis.ts'
import { color } from './draw/palette.ts'
import { TENTHS } from './draw/path-text.ts'
import { shortNames } from './draw/short-names.ts'

/** The launches of one contender: one panel of a chart, one line for each launch. */
export interface LaunchPanel {
  readonly label: string
  readonly runtime: string
  readonly launches: readonly LaunchRecord[]
  /** Share of the samples, 0 to 1; null where unavailable. */
  readonly contendedShare: number | null
  /** How long the samples of each launch went on, in nanoseconds; null where that is their time × iterations. */
  readonly samplesNs: readonly (readonly number[])[] | null
}

/** Pixels between panels, for the name of the lower one. */
const PANEL_GAP = 30
const MOST_LETTERS = 40
/** Points of a line. */
const SKETCH = 30
/** What lies further out than this share of the samples is drawn at the edge, on either side. */
const BEYOND = 0.005

/**
 * Returns what all charts of panels have in common.
 *
 * @param height of a panel, in pixels
 * @param bottom below the last one, for the axis
 */
export function panelLayout(panels: readonly { readonly label: string }[], height: number, bottom = 40) {
  const step = height + PANEL_GAP
  return {
    width: CHART_WIDTH,
    height: panels.length * step + bottom,
    marginLeft: 30,
    marginRight: 12,
    marginTop: PANEL_GAP,
    marginBottom: bottom,
    fy: {
      domain: panels.map(panel => panel.label),
      axis: null,
      paddingInner: panels.length > 1 ? PANEL_GAP / step : 0,
      paddingOuter: 0,
    },
  } as const
}

/** Returns to how many steps of a pixel lines are drawn: a line that leaves points out is a sketch. */
export function sketchSteps(mostPoints: number): number {
  return mostPoints < SKETCH ? 1 : TENTHS
}

/** Returns what stands above each panel: its name, and quietly what is to be said of it. */
export function panelHeads(panels: readonly { readonly label: string; readonly aside: string }[]): Markish[] {
  const names = shortNames(
    panels.map(({ label }) => label),
    MOST_LETTERS,
  )
  const above = { fy: 'label', dy: -10, lineAnchor: 'bottom' } as const
  return [
    text(panels, {
      ...above,
      frameAnchor: 'top-left',
      fontWeight: 600,
      text: (panel: { label: string }) => names.get(panel.label),
    }),
    text(panels, { ...above, frameAnchor: 'top-right', fill: color('quiet'), text: 'aside' }),
  ]
}

/** Returns what is to be said of the samples of a contender. */
export function asideOf({ contendedShare }: LaunchPanel): string {
  return contendedShare === null ? '' : `${formatPercent(contendedShare)} contended`
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
