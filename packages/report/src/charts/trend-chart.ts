import { areaY, axisX, dot, line, ruleX, ruleY, text } from '@observablehq/plot'
import type { EstimateRecord } from '@steelyard/record'
import type { TrendFigure, TrendPoint } from '../content/document.ts'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { logDomain, ratioTick } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import { logTicks } from './draw/ticks.ts'
import { panelAxisY } from './launch-panel.ts'

const HEIGHT = 190
const MARGINS = { marginLeft: 54, marginRight: 36, marginTop: 24, marginBottom: 30 }
/** Labels of changes whose middles are closer would touch. */
const LABEL_PIXELS = 46
const LABEL_ROW_PIXELS = 13
/** More are drawn as a line in a band: a mark for each would be a blot, and a large page. */
const MOST_MARKS = 120
const MOST_TICKS = 5
/** What lies closer together is drawn as one height: noise of a percent is no mountain. */
const LEAST_SPAN = 1.05

/** Returns a trend as SVG text: points evenly spaced, intervals as bars or a band, levels as lines, changes dashed. */
export function trendChart(title: string, { runtime, points, levels, changes }: TrendFigure): string {
  const shown = points.map(({ ratio, ...point }, index) => ({ ...point, ...ratio, index }))
  const domain = trendDomain(shown)
  const stroke = seriesColor(runtime)
  const place = { x: 'index', y: 'value' } as const
  const band = { x: 'index', y1: 'lower', y2: 'upper' } as const
  const isDense = points.length > MOST_MARKS
  const isBand = isDense || levels === 'chain'
  const hasLinks = points.some(({ id }) => id !== undefined)
  const links = hasLinks ? { href: ({ id = '' }: TrendPoint) => `#${id}` } : {}
  const pointPixels = (CHART_WIDTH - MARGINS.marginLeft - MARGINS.marginRight) / points.length
  const marked = inRows(
    changes.map(({ at, label }) => ({ x: at - 0.5, label })),
    LABEL_PIXELS / pointPixels,
  )
  const rows = Math.max(1, ...marked.map(({ row }) => row + 1))
  const abovePixels = (rows - 1) * LABEL_ROW_PIXELS
  const svg = draw(title, {
    width: CHART_WIDTH,
    height: HEIGHT + abovePixels,
    ...MARGINS,
    marginTop: MARGINS.marginTop + abovePixels,
    x: { type: 'linear', domain: [-0.5, points.length - 0.5] },
    y: { type: 'log', domain, clamp: true },
    marks: [
      ...panelAxisY(logTicks(...domain, 4), ratioTick),
      ...(domain[0] < 1 && domain[1] > 1 ? [ruleY([1], { stroke: color('quiet') })] : []),
      ...(isBand
        ? [areaY(shown, { ...band, fill: stroke, fillOpacity: 0.2 })]
        : [ruleX(shown, { ...band, stroke })]),
      line(shown, { ...place, stroke, strokeOpacity: isBand ? 0.6 : 0.35 }),
      ...(isDense ? [] : [dot(shown, { ...place, r: 2.5, fill: stroke, title: 'title', ...links })]),
      ...(levels === 'chain' ? [] : levels).map(({ from, to, value }) =>
        line(
          [from - 0.5, to - 0.5].map(x => ({ x, y: value })),
          { x: 'x', y: 'y', stroke: color('ink'), strokeWidth: 1.5 },
        ),
      ),
      ruleX(marked, { x: 'x', stroke: color('ink'), strokeDasharray: '4,3' }),
      ...Array.from({ length: rows }, (_, row) =>
        text(
          marked.filter(mark => mark.row === row),
          {
            x: 'x',
            frameAnchor: 'top',
            dy: -8 - row * LABEL_ROW_PIXELS,
            lineAnchor: 'bottom',
            fontWeight: 600,
            text: 'label',
          },
        ),
      ),
      axisX(ticksOf(points), {
        label: null,
        tickSize: 4,
        text: (index: number) => points[index]?.tick ?? '',
        color: color('quiet'),
      }),
    ],
  })
  // A dot is its own address, and what is in a picture of the role img cannot be reached.
  const reachable = hasLinks ? svg.replace('role="img"', 'role="group"') : svg
  return reachable.replaceAll(/<a ([^>]*)xlink:href="#([^"]*)"/g, '<a $1id="$2" href="#$2"')
}

/** Puts each mark into the lowest row where it is at least `apart` after the last one; `marks` are in the order of x. */
function inRows<Mark extends { readonly x: number }>(marks: readonly Mark[], apart: number) {
  const lasts: number[] = []
  return marks.map(mark => {
    const free = lasts.findIndex(last => mark.x - last >= apart)
    const row = free === -1 ? lasts.length : free
    lasts[row] = mark.x
    return { ...mark, row }
  })
}

function trendDomain(points: readonly EstimateRecord[]): [number, number] {
  const ends = points.flatMap(({ value, lower, upper }) => [value, lower, upper]).filter(end => end > 0)
  const [least, most] = logDomain(ends, 0.05)
  if (most / least >= LEAST_SPAN) return [least, most]
  const middle = Math.sqrt(least * most)
  return [middle / Math.sqrt(LEAST_SPAN), middle * Math.sqrt(LEAST_SPAN)]
}

/** A few points, spread evenly from the first to the last. */
function ticksOf(points: readonly TrendPoint[]): number[] {
  const last = points.length - 1
  const steps = Math.min(MOST_TICKS - 1, last)
  const ticks = Array.from({ length: steps + 1 }, (_, step) => Math.round((step * last) / Math.max(1, steps)))
  return ticks.filter(
    (tick, place) => place === 0 || points[tick]?.tick !== points[ticks[place - 1] ?? 0]?.tick,
  )
}
