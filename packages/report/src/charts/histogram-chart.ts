import { line, type Markish, ruleX } from '@observablehq/plot'
import { median, quantile } from '@steelyard/stats'
import { counted, formatDuration } from '@steelyard/text'
import { draw } from './draw/draw.ts'
import { logAxisX } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import { panelHeads, panelLayout, type SamplesPanel, sampleDomain } from './launch-panel.ts'

/** Pixels. */
const PANEL_HEIGHT = 56
const BINS = 32

/**
 * Returns how samples are spread, SVG text: a histogram for each panel, all on one axis. Marked ones are dark at its foot.
 * What lies far out is counted at the edge.
 *
 * @param unit what a sample is: each panel is in units of its median
 */
export function histogramChart(title: string, panels: readonly SamplesPanel[], unit: string): string {
  const scales = panels.map(medianNs)
  const values = panels.flatMap(({ samples }, index) => samples.map(({ ns }) => ns / (scales[index] ?? 1)))
  const domain = sampleDomain([...values, 1])
  const { grid, axis } = logAxisX(domain, `${unit} ÷ median ${unit}`)
  return draw(title, {
    ...panelLayout(panels, PANEL_HEIGHT),
    x: { type: 'log', domain, clamp: true },
    y: { domain: [0, 1], axis: null },
    marks: [
      grid,
      ...panels.flatMap((panel, index) => panelMarks(panel, stepsOf(panel, scales[index] ?? 1, domain))),
      ruleX([1], { stroke: color('quiet') }),
      ...panelHeads(panels, panelTitle),
      axis,
    ],
  })
}

function panelMarks(panel: SamplesPanel, steps: ReturnType<typeof stepsOf>): Markish[] {
  const place = { x: 'x', fy: 'panel', curve: 'step-after', stroke: 'none' } as const
  return [
    line(steps, { ...place, y: 'count', fill: seriesColor(panel.runtime), fillOpacity: 0.55 }),
    steps.some(({ marked }) => marked > 0)
      ? line(steps, { ...place, y: 'marked', fill: color('ink') })
      : null,
  ]
}

/** Returns the median of the samples, in nanoseconds; 1 where that is nothing to divide by. */
export function medianNs({ samples }: Pick<SamplesPanel, 'samples'>): number {
  const middle = samples.length === 0 ? 0 : median(samples.map(({ ns }) => ns))
  return middle > 0 ? middle : 1
}

function panelTitle({ label, samples }: SamplesPanel): string {
  if (samples.length === 0) return label
  const times = samples.map(({ ns }) => ns)
  const [least, middle, most] = [0, 0.5, 1].map(share => formatDuration(quantile(times, share)))
  return `${label}: ${counted(times.length, 'time')}, median ${middle}, from ${least} to ${most}`
}

/** The outline of the bins of a panel, the fullest 1 high. */
function stepsOf(
  { label: panel, samples }: SamplesPanel,
  scaleNs: number,
  [least, most]: readonly [number, number],
) {
  const all = new Array<number>(BINS).fill(0)
  const marked = new Array<number>(BINS).fill(0)
  const step = Math.log(most / least) / BINS
  for (const { ns, isMarked } of samples) {
    const value = ns / scaleNs
    const at = value > least ? Math.floor(Math.log(value / least) / step) : 0
    const bin = Math.min(at, BINS - 1)
    all[bin] = (all[bin] ?? 0) + 1
    if (isMarked) marked[bin] = (marked[bin] ?? 0) + 1
  }
  const fullest = Math.max(1, ...all)
  const bins = all.map((count, bin) => ({
    panel,
    x: least * Math.exp(step * bin),
    count: count / fullest,
    marked: (marked[bin] ?? 0) / fullest,
  }))
  const ground = { panel, count: 0, marked: 0 }
  return [{ ...ground, x: least }, ...bins, { ...ground, x: most }]
}
