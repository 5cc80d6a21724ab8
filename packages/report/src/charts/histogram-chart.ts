import { line, type Markish, ruleX } from '@observablehq/plot'
import { quantile } from '@steelyard/stats'
import { formatDuration } from '@steelyard/text'
import { draw } from './draw/draw.ts'
import { panelHits } from './draw/hit-areas.ts'
import { logAxisX, ratioTick } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import {
  asideOf,
  type LaunchPanel,
  medianSampleNs,
  panelHeads,
  panelLayout,
  sampleDomain,
  sketchSteps,
} from './launch-panel.ts'

/** Pixels. */
const PANEL_HEIGHT = 56
const BINS = 32

interface Step {
  readonly panel: string
  readonly x: number
  readonly count: number
  readonly contended: number
}

/**
 * Returns how the samples of each contender are spread, SVG text: a histogram for each, in units of its median sample, all
 * on one axis. The samples that shared their core are dark at its foot. What lies far out is counted at the edge.
 *
 * @param mostPoints of a line on the same page: where they are few, the histogram is as coarse
 */
export function histogramChart(title: string, panels: readonly LaunchPanel[], mostPoints: number): string {
  const ratios = panels.map(panel => ({ panel, samples: samplesOf(panel) }))
  const domain = sampleDomain(ratios.flatMap(({ samples }) => samples.map(({ ratio }) => ratio)))
  const { grid, axis } = logAxisX(domain, 'sample ÷ median sample', ratioTick)
  const steps = ratios.map(({ panel, samples }) => ({ panel, steps: stepsOf(panel.label, samples, domain) }))
  return draw(
    title,
    {
      ...panelLayout(panels, PANEL_HEIGHT),
      x: { type: 'log', domain, clamp: true },
      y: { domain: [0, 1], axis: null },
      marks: [
        grid,
        ...steps.flatMap(({ panel, steps }): Markish[] => {
          const place = { x: 'x', fy: 'panel', curve: 'step-after', stroke: 'none' } as const
          return [
            line(steps, { ...place, y: 'count', fill: seriesColor(panel.runtime), fillOpacity: 0.55 }),
            steps.some(({ contended }) => contended > 0)
              ? line(steps, { ...place, y: 'contended', fill: color('ink') })
              : null,
          ]
        }),
        ruleX([1], { stroke: color('quiet') }),
        ...panelHeads(panels.map(panel => ({ label: panel.label, aside: asideOf(panel) }))),
        axis,
        panelHits(panels, { x: domain, y: [0, 1] }, panelTitle),
      ],
    },
    sketchSteps(mostPoints),
  )
}

function samplesOf({ launches }: LaunchPanel): { readonly ratio: number; readonly contended: boolean }[] {
  const middle = medianSampleNs(launches)
  return launches.flatMap(({ wallNs, audit }) => {
    const contended = new Set(audit?.contended)
    return wallNs.map((sample, index) => ({ ratio: sample / middle, contended: contended.has(index) }))
  })
}

function panelTitle({ label, launches }: LaunchPanel): string {
  const samples = launches.flatMap(({ wallNs }) => wallNs)
  const about = `${label}: ${samples.length} samples of ${launches.length} launches`
  if (samples.length === 0) return about
  const [least, middle, most] = [0, 0.5, 1].map(share => formatDuration(quantile(samples, share)))
  return `${about}, median ${middle}, from ${least} to ${most}`
}

/** The outline of the bins of one contender, the fullest 1 high. */
function stepsOf(
  panel: string,
  samples: ReturnType<typeof samplesOf>,
  [least, most]: readonly [number, number],
): Step[] {
  const all = new Array<number>(BINS).fill(0)
  const contended = new Array<number>(BINS).fill(0)
  const step = Math.log(most / least) / BINS
  for (const sample of samples) {
    const at = sample.ratio > least ? Math.floor(Math.log(sample.ratio / least) / step) : 0
    const bin = Math.min(at, BINS - 1)
    all[bin] = (all[bin] ?? 0) + 1
    if (sample.contended) contended[bin] = (contended[bin] ?? 0) + 1
  }
  const fullest = Math.max(1, ...all)
  const bins = all.map((count, bin) => ({
    panel,
    x: least * Math.exp(step * bin),
    count: count / fullest,
    contended: (contended[bin] ?? 0) / fullest,
  }))
  const ground = { panel, count: 0, contended: 0 }
  return [{ ...ground, x: least }, ...bins, { ...ground, x: most }]
}
