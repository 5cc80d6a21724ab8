import { axisX, line, ruleY } from '@observablehq/plot'
import type { LaunchRecord } from '@steelyard/record'
import { median } from '@steelyard/stats'
import { formatDuration, launchesText } from '@steelyard/text'
import { draw } from './draw/draw.ts'
import { ratioTick } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import { logTicks } from './draw/ticks.ts'
import { medianNs } from './histogram-chart.ts'
import { panelAxisY, panelHeads, panelLayout, type SamplesPanel, sampleDomain } from './launch-panel.ts'

/** Pixels. */
const PANEL_HEIGHT = 64
/** Points of a panel, in all its launches. */
const MOST_POINTS = 160
const FEWEST_POINTS = 6
/** Share of the width of a launch that is empty on each side. */
const ROOM = 0.08

interface LaunchPanel extends SamplesPanel {
  readonly launches: readonly LaunchRecord[]
}

/**
 * Returns the samples of each contender in their order, launch after launch, SVG text: in units of the contender's median
 * sample, which is the grey line, all on one scale. Windows that were discarded as warm-up are dashed, before the launch they
 * belong to. Dots are samples that shared their core. Of many samples the extremes of each stretch are drawn.
 */
export function launchesChart(title: string, panels: readonly LaunchPanel[]): string {
  const all = panels.map(pointsOf)
  const most = Math.max(1, ...all.map(({ length }) => length))
  const domain = sampleDomain([...all.flat(2).map(({ ratio }) => ratio), 1])
  const mostOfOne = Math.max(FEWEST_POINTS, Math.floor(MOST_POINTS / most))
  const points = all
    .flat()
    .flatMap(window => thinnedToExtremes(window, mostOfOne, ({ ratio }) => ratio))
    .map(point => ({ ...point, ratio: Math.min(Math.max(point.ratio, domain[0]), domain[1]) }))
  const place = { x: 'x', y: 'ratio', z: 'window', fy: 'panel', strokeWidth: 1 } as const
  return draw(title, {
    ...panelLayout(panels, PANEL_HEIGHT, 24),
    x: { domain: [0, most] },
    y: { type: 'log', domain },
    marks: [
      ...panelAxisY(logTicks(...domain, 3), ratioTick),
      ruleY([1], { stroke: color('quiet') }),
      ...panels.map(panel =>
        line(
          points.filter(each => each.panel === panel.label && !each.isDiscarded),
          { ...place, stroke: seriesColor(panel.runtime) },
        ),
      ),
      line(
        points.filter(each => each.isDiscarded),
        { ...place, stroke: color('quiet'), strokeDasharray: '2,2' },
      ),
      line(
        // A line of one point between gaps is a dot: so all dots of a panel are one path.
        points.filter(each => each.isContended).flatMap(each => [each, { ...each, ratio: Number.NaN }]),
        { ...place, z: 'panel', stroke: color('ink'), strokeWidth: 3, strokeLinecap: 'round' },
      ),
      axisX([], {
        label: 'launch after launch, each with its samples in their order',
        labelAnchor: 'center',
        labelArrow: 'none',
        labelOffset: 20,
        color: color('quiet'),
      }),
      ...panelHeads(panels, panelTitle),
    ],
  })
}

function panelTitle({ label, launches }: LaunchPanel): string {
  const medians = launches.flatMap(({ wallNs }) => (wallNs.length === 0 ? [] : [median(wallNs)]))
  if (medians.length === 0) return label
  const [least, most] = [Math.min(...medians), Math.max(...medians)].map(ns => formatDuration(ns))
  return `${label}: ${launchesText([medians.length])}, medians from ${least} to ${most}`
}

function pointsOf(panel: LaunchPanel) {
  const middleNs = medianNs(panel)
  const windows = panel.launches.flatMap(({ early, ...timed }) => [
    ...early.map(window => ({ window, isDiscarded: true })),
    { window: timed, isDiscarded: false },
  ])
  return windows.map(({ window: { wallNs, audit }, isDiscarded }, window) => {
    const contended = new Set(isDiscarded ? [] : audit?.contended)
    return wallNs.map((ns, index) => ({
      ...{ panel: panel.label, window, isDiscarded, isContended: contended.has(index) },
      x: window + ROOM + ((1 - 2 * ROOM) * (index + 0.5)) / wallNs.length,
      ratio: ns / middleNs,
    }))
  })
}

/** Returns about `most` (at least 2) items in their order: of each stretch the lowest and the highest. */
export function thinnedToExtremes<T>(
  items: readonly T[],
  most: number,
  heightOf: (item: T) => number,
): readonly T[] {
  if (items.length <= most) return items
  const stretches = Math.max(1, Math.floor(most / 2))
  return Array.from({ length: stretches }, (_, index) => {
    const start = Math.floor((index * items.length) / stretches)
    const end = Math.floor(((index + 1) * items.length) / stretches)
    const byHeight = items.slice(start, end).toSorted((a, b) => heightOf(a) - heightOf(b))
    const kept = new Set([byHeight[0], byHeight.at(-1)])
    return items.slice(start, end).filter(item => kept.has(item))
  }).flat()
}
