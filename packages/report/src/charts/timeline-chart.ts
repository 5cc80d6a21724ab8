import { axisX, line, ruleX, ruleY } from '@observablehq/plot'
import type { WindowRecord } from '@steelyard/record'
import { draw } from './draw/draw.ts'
import { ratioTick } from './draw/log-axis.ts'
import { color } from './draw/palette.ts'
import { thinnedToExtremes } from './draw/thin.ts'
import { logTicks } from './draw/ticks.ts'
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

const NS_PER_MS = 1e6

/**
 * Returns how the samples went inside of each launch, SVG text: a panel for each contender, in it one line for each
 * launch over its own timed milliseconds, in units of the contender's median sample. Windows that were discarded as
 * warm-up are dashed, left of 0. Dots are samples that shared their core.
 *
 * @param mostPoints of one line; where there are more, the extremes of each stretch are kept
 */
export function timelineChart(title: string, panels: readonly LaunchPanel[], mostPoints: number): string {
  const series = panels.map(panel => ({ ...panel, middleNs: medianSampleNs(panel.launches), mostPoints }))
  const timed = series.flatMap(panel =>
    panel.launches.flatMap((window, launch) => windowPoints(panel, window, launch, 0)),
  )
  const early = series.flatMap(earlyPoints)
  const all = [...timed, ...early]
  const domain = sampleDomain(all.map(point => point.y))
  const times = all.map(point => point.x)
  return draw(
    title,
    {
      ...panelLayout(panels),
      x: { domain: [times.reduce((a, b) => Math.min(a, b), 0), times.reduce((a, b) => Math.max(a, b), 0)] },
      y: { type: 'log', domain, clamp: true },
      marks: [
        ...panelAxisY(logTicks(...domain, 4), ratioTick),
        ruleY([1], { stroke: color('quiet') }),
        early.length > 0 ? ruleX([0], { stroke: color('quiet') }) : null,
        line(early, {
          x: 'x',
          y: 'y',
          z: 'launch',
          fy: 'panel',
          stroke: color('quiet'),
          strokeDasharray: '2,2',
        }),
        ...panelMarks(panels, timed),
        axisX({
          label: 'timed milliseconds of the launch',
          labelAnchor: 'center',
          labelArrow: 'none',
          ticks: 6,
          color: color('quiet'),
        }),
      ],
    },
    exactness(mostPoints),
  )
}

interface Series extends LaunchPanel {
  /** The sample that is 1. */
  readonly middleNs: number
  readonly mostPoints: number
}

/** Given-up windows in a row, the last one ending at 0, where the one that counts begins. */
function earlyPoints(panel: Series): LinePoint[] {
  return panel.launches.flatMap(({ early }, launch) => {
    let startMs = -early.reduce((sum, window) => sum + timedMs(window), 0)
    return early.flatMap(window => {
      const points = windowPoints(panel, window, launch, startMs)
      startMs += timedMs(window)
      return [...points, { panel: panel.label, launch, x: startMs, y: Number.NaN, contended: false }]
    })
  })
}

function windowPoints(
  { label, middleNs, mostPoints, samplesNs }: Series,
  { wallNs, iterationsPerBatch, audit }: WindowRecord,
  launch: number,
  startMs: number,
): readonly LinePoint[] {
  const contended = new Set(audit?.contended)
  let elapsedMs = startMs
  const points = wallNs.map((sample, index) => {
    elapsedMs += (samplesNs?.[launch]?.[index] ?? sample * iterationsPerBatch) / NS_PER_MS
    return { panel: label, launch, x: elapsedMs, y: sample / middleNs, contended: contended.has(index) }
  })
  return thinnedToExtremes(points, mostPoints, point => point.y)
}

function timedMs({ wallNs, iterationsPerBatch }: WindowRecord): number {
  return (wallNs.reduce((sum, sample) => sum + sample, 0) * iterationsPerBatch) / NS_PER_MS
}
