import { axisX, gridX, line, ruleY } from '@observablehq/plot'
import { quantile } from '@steelyard/stats'
import { formatDuration } from '@steelyard/text'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { endNames, NAMES_WIDTH } from './draw/end-names.ts'
import { pointHits } from './draw/hit-areas.ts'
import { durationTick, logDomain } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY } from './launch-panel.ts'

/** What single calls took on one target. */
export interface CallsLine {
  readonly label: string
  readonly runtime: string
  readonly wallNs: readonly number[]
}

const HEIGHT = 220
const MARGIN = { top: 10, bottom: 40 }
const POINTS = 60
const PERCENTILES = [0.5, 0.9, 0.99, 0.999, 0.9999]

/**
 * Returns how long calls take by percentile, SVG text: a line for each target, the far percentiles as wide as the near
 * ones.
 *
 * @param budgetNs drawn as a dashed line; null for none
 */
export function callsChart(title: string, lines: readonly CallsLine[], budgetNs: number | null): string {
  const most = lines.reduce((a, { wallNs }) => Math.max(a, wallNs.length), 2)
  const end = Math.log10(most)
  const points = lines.flatMap(({ label, wallNs }) => {
    const sorted = wallNs.toSorted((a, b) => a - b)
    const last = Math.log10(Math.max(2, sorted.length))
    return Array.from({ length: POINTS }, (_, index) => {
      const x = (last * index) / (POINTS - 1)
      return { label, x, y: quantile(sorted, 1 - 10 ** -x) }
    })
  })
  const [least, top] = logDomain(
    [...points.map(point => point.y), ...(budgetNs === null ? [] : [budgetNs])].filter(y => y > 0),
  )
  const ticks = PERCENTILES.filter(share => 1 - share >= 1 / most)
  return draw(title, {
    width: CHART_WIDTH,
    height: HEIGHT,
    marginLeft: 54,
    marginRight: NAMES_WIDTH,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: { domain: [0, end] },
    y: { type: 'log', domain: [least, top], clamp: true },
    marks: [
      gridX(ticks.map(place), { stroke: color('line'), strokeOpacity: 1 }),
      ...panelAxisY(logTicks(least, top, 5), durationTick),
      budgetNs === null ? null : ruleY([budgetNs], { stroke: color('ink'), strokeDasharray: '3,3' }),
      ...lines.map(({ label, runtime }) =>
        line(
          points.filter(point => point.label === label),
          { x: 'x', y: 'y', stroke: seriesColor(runtime) },
        ),
      ),
      ...endNames(
        lines.map(({ label, runtime }) => ({
          label,
          runtime,
          end: points.findLast(point => point.label === label)?.y ?? least,
        })),
        [least, top],
        HEIGHT - MARGIN.top - MARGIN.bottom,
      ),
      pointHits(
        lines.flatMap(line =>
          told(
            line,
            ticks.filter(share => 1 - share >= 1 / line.wallNs.length),
          ),
        ),
        { x: 'x', y: 'y' },
        ({ title }) => title,
      ),
      axisX(ticks.map(place), {
        text: (_: number, index: number) => `${100 * (ticks[index] ?? 0)} %`,
        tickSize: 4,
        label: 'share of the calls that took no longer',
        labelAnchor: 'center',
        labelArrow: 'none',
        color: color('quiet'),
      }),
    ],
  })
}

/** Where a share (below 1) stands on the axis. */
function place(share: number): number {
  return -Math.log10(1 - share)
}

/** The percentiles that calls of so many can show. */
function told({ label, wallNs }: CallsLine, shares: readonly number[]) {
  return shares.map(share => {
    const y = quantile(wallNs, share)
    const title = `${label}: ${Number((100 * share).toPrecision(6))} % of ${wallNs.length} calls took at most ${formatDuration(y)}`
    return { x: place(share), y, title }
  })
}
