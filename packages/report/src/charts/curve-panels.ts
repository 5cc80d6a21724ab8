import { CHART_WIDTH } from './draw/draw.ts'
import { NAMES_WIDTH } from './draw/end-names.ts'

/** Pixels. */
export const PANEL_HEIGHT = 150

const PANEL_GAP = 40
const MARGIN = { top: 24, bottom: 40 }

/** Returns what charts have in common that have a panel for each group, with named lines in it. */
export function curvePanels(groups: readonly string[]) {
  const step = PANEL_HEIGHT + PANEL_GAP
  return {
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
  } as const
}
