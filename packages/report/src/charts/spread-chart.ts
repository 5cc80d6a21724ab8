import { dot } from '@observablehq/plot'
import { formatDuration } from '@steelyard/text'
import type { SpreadRow } from '../content/document.ts'
import { draw } from './draw/draw.ts'
import { pointHits } from './draw/hit-areas.ts'
import { durationTick, logAxisX, logDomain } from './draw/log-axis.ts'
import { color } from './draw/palette.ts'
import { panelHeads, panelLayout } from './launch-panel.ts'

/** Pixels. */
const PANEL_HEIGHT = 90

/**
 * Returns times of launches, SVG text: a panel for each row, a point for each launch, the first above. Marked ones are
 * filled.
 */
export function spreadChart(title: string, rows: readonly SpreadRow[]): string {
  const points = rows.flatMap(({ label, launches }) =>
    launches.map(({ ns, isMarked }, index) => ({ label, ns, isMarked, at: (index + 0.5) / launches.length })),
  )
  const domain = logDomain(points.map(({ ns }) => ns))
  const { grid, axis } = logAxisX(domain, 'time of an iteration', durationTick)
  const place = { x: 'ns', y: 'at', fy: 'label', r: 3 } as const
  return draw(title, {
    ...panelLayout(rows, PANEL_HEIGHT),
    x: { type: 'log', domain },
    y: { domain: [1, 0], axis: null },
    marks: [
      grid,
      dot(
        points.filter(({ isMarked }) => !isMarked),
        { ...place, stroke: color('quiet') },
      ),
      dot(
        points.filter(({ isMarked }) => isMarked),
        { ...place, stroke: color('accent'), fill: color('accent') },
      ),
      ...panelHeads(rows.map(({ label, launches }) => ({ label, aside: `${launches.length} launches` }))),
      axis,
      pointHits(
        points,
        { x: 'ns', y: 'at', fy: 'label' },
        ({ label, ns }) => `${label}: ${formatDuration(ns)}`,
      ),
    ],
  })
}
