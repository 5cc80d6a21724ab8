import { axisX, dot, line, ruleX, ruleY } from '@observablehq/plot'
import type { EstimateRecord } from '@steelyard/record'
import { formatRatio } from '@steelyard/text'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { pointHits } from './draw/hit-areas.ts'
import { logDomain, ratioTick } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY, panelHeads } from './launch-panel.ts'

/** One version of a runtime: how long a case takes there, relative to the base version. */
export interface VersionPoint {
  readonly case: string
  readonly version: string
  /** null for the base itself, which is 1. */
  readonly ratio: EstimateRecord | null
}

const PANEL_HEIGHT = 100
const MOST_LABELS = 7

/**
 * Returns how times change over the versions of a runtime, SVG text: a panel for each case, the versions in their order
 * and evenly spaced, intervals as bars, the base hollow.
 *
 * @param versions in their order
 */
export function versionChart(
  title: string,
  runtime: string,
  versions: readonly string[],
  points: readonly VersionPoint[],
): string {
  const cases = Array.from(new Set(points.map(point => point.case)))
  const shown = points.map(point => ({ ...point, value: point.ratio?.value ?? 1 }))
  const ends = points.flatMap(({ ratio }) => (ratio === null ? [1] : [ratio.lower, ratio.upper]))
  const domain = logDomain([1, ...ends.filter(end => end > 0)], 0.1)
  const every = Math.ceil(versions.length / MOST_LABELS)
  const stroke = seriesColor(runtime)
  const place = { x: 'version', y: 'value', fy: 'case' } as const
  return draw(title, {
    width: CHART_WIDTH,
    height: cases.length * PANEL_HEIGHT + 40,
    marginLeft: 50,
    marginRight: 12,
    marginTop: 24,
    marginBottom: 30,
    x: { type: 'point', domain: versions, padding: 0.3 },
    y: { type: 'log', domain, clamp: true },
    fy: { domain: cases, axis: null, padding: 0.3 },
    marks: [
      ...panelAxisY(logTicks(...domain, 4), ratioTick),
      ruleY([1], { stroke: color('quiet') }),
      line(shown, { ...place, z: 'case', stroke, strokeOpacity: 0.6 }),
      ruleX(
        shown.filter(point => point.ratio !== null),
        {
          x: 'version',
          y1: point => point.ratio?.lower,
          y2: point => point.ratio?.upper,
          fy: 'case',
          stroke,
        },
      ),
      dot(
        shown.filter(point => point.ratio !== null),
        { ...place, r: 2.5, fill: stroke },
      ),
      dot(
        shown.filter(point => point.ratio === null),
        { ...place, r: 3, stroke, fill: color('paper') },
      ),
      ...panelHeads(cases.map(label => ({ label, aside: '' }))),
      pointHits(shown, place, pointTitle),
      axisX(
        versions.filter((_, index) => index % every === 0),
        { label: null, tickSize: 4, color: color('quiet') },
      ),
    ],
  })
}

function pointTitle({ case: caseId, version, ratio }: VersionPoint): string {
  return `${caseId} on ${version}: ${ratio === null ? 'base' : formatRatio(ratio)}`
}
