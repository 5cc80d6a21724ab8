import { ruleX } from '@observablehq/plot'
import { draw } from './draw/draw.ts'
import { logAxisX, ratioTick } from './draw/log-axis.ts'
import { color } from './draw/palette.ts'
import { thinned } from './draw/thin.ts'
import {
  exactness,
  type LaunchPanel,
  type LinePoint,
  medianSampleNs,
  panelAxisY,
  panelLayout,
  panelMarks,
  sampleDomain,
} from './launch-panel.ts'

/**
 * Returns how the samples of each launch are spread, SVG text: a panel for each contender, in it one rising line for
 * each launch (the share of its samples that took no longer), in units of the contender's median sample. Dots are
 * samples that shared their core.
 *
 * @param mostPoints of one line; samples are left out evenly where there are more
 */
export function distributionChart(title: string, panels: readonly LaunchPanel[], mostPoints: number): string {
  const points = panels.flatMap(panel => curvesOf(panel, mostPoints))
  const domain = sampleDomain(points.map(point => point.x))
  const { grid, axis } = logAxisX(domain, 'sample ÷ median sample', ratioTick)
  return draw(
    title,
    {
      ...panelLayout(panels),
      x: { type: 'log', domain, clamp: true },
      y: { domain: [0, 1] },
      marks: [
        grid,
        ...panelAxisY([0, 0.5, 1], share => (share === 0.5 ? '' : `${100 * share} %`)),
        ruleX([1], { stroke: color('quiet') }),
        ...panelMarks(panels, points),
        axis,
      ],
    },
    exactness(mostPoints),
  )
}

function curvesOf({ label, launches }: LaunchPanel, mostPoints: number): LinePoint[] {
  const middle = medianSampleNs(launches)
  return launches.flatMap(({ wallNs, audit }, launch) => {
    const contended = new Set(audit?.contended)
    const sorted = Array.from(wallNs, (sample, index) => ({ sample, contended: contended.has(index) }))
      .sort((a, b) => a.sample - b.sample)
      .map(({ sample, contended }, place) => ({
        panel: label,
        launch,
        x: sample / middle,
        y: (place + 1) / wallNs.length,
        contended,
      }))
    return thinned(sorted, mostPoints)
  })
}
