import { axisY, gridY, type Markish, text } from '@observablehq/plot'
import { quantile } from '@steelyard/stats'
import { CHART_WIDTH } from './draw/draw.ts'
import { logDomain } from './draw/log-axis.ts'
import { color } from './draw/palette.ts'
import { shortNames } from './draw/short-names.ts'

/** Samples that are drawn in a panel of their own. */
export interface SamplesPanel {
  readonly label: string
  /** The series that it is drawn as. */
  readonly runtime: string
  /** Said quietly above it. */
  readonly aside: string
  readonly samples: readonly { readonly ns: number; readonly isMarked: boolean }[]
}

/** Pixels between panels, for the name of the lower one. */
const PANEL_GAP = 30
const MOST_LETTERS = 40
/** What lies further out than this share of the samples is drawn at the edge, on either side. */
const BEYOND = 0.005

/** Returns what all charts of panels have in common: each `height` pixels high, below the last `bottom` for the axis. */
export function panelLayout(panels: readonly { readonly label: string }[], height: number, bottom = 40) {
  const step = height + PANEL_GAP
  return {
    width: CHART_WIDTH,
    height: panels.length * step + bottom,
    marginLeft: 44,
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

/** Returns what stands above each panel: its name, and quietly what is to be said of it. */
export function panelHeads<Panel extends Pick<SamplesPanel, 'label' | 'aside'>>(
  panels: readonly Panel[],
  title: (panel: Panel) => string,
): Markish[] {
  const names = shortNames(
    panels.map(({ label }) => label),
    MOST_LETTERS,
  )
  const above = { fy: 'label', dy: -10, lineAnchor: 'bottom' } as const
  return [
    text(panels, {
      ...{ ...above, title, frameAnchor: 'top-left', fontWeight: 600 },
      text: ({ label }) => names.get(label),
    }),
    text(panels, { ...above, frameAnchor: 'top-right', fill: color('quiet'), text: 'aside' }),
  ]
}

export function panelAxisY(ticks: readonly number[], format: (value: number) => string): Markish[] {
  return [
    gridY(ticks, { stroke: color('line'), strokeOpacity: 1 }),
    axisY(ticks, { label: null, tickSize: 0, text: format, color: color('quiet') }),
  ]
}

/** Returns the ends of a logarithmic axis that shows all but the few values that lie far out; one at least is above 0. */
export function sampleDomain(values: readonly number[]): [number, number] {
  const positive = values.filter(value => value > 0)
  return logDomain([quantile(positive, BEYOND), quantile(positive, 1 - BEYOND)])
}
