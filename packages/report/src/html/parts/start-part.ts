import type { EstimateRecord, RunRecord } from '@steelyard/record'
import { formatBytes, formatDurationEstimate } from '@steelyard/text'
import { type Curve, curveChart } from '../../charts/curve-chart.ts'
import { bytesTick, logDomain } from '../../charts/draw/log-axis.ts'
import { seriesOf } from '../../charts/draw/palette.ts'
import type { ChartRow } from '../../charts/draw/row-axis.ts'
import { binaryTicks } from '../../charts/draw/ticks.ts'
import { headingsOf } from '../../content/document.ts'
import type { SuitePart } from '../../content/report-document.ts'
import type { Section } from '../../content/section.ts'
import { blockMarkup } from '../block-markup.ts'
import { figureMarkup } from '../figure.ts'
import { html, type Markup } from '../markup.ts'
import { tableMarkup } from '../table.ts'

/** Returns the starts of a suite for several choices of parameters together, drawn where their bundles differ in size. */
export function startsPart({ starts, sections }: SuitePart, targets: RunRecord['targets']): Markup | null {
  if (starts === null) return null
  const own = sections.map(({ section }) => section)
  const points = bySize(own, targets)
  return html`${points.length === 0 ? null : sizesFigure(own, points)}${blockMarkup(starts, 3)}`
}

/** The first bytes of the cases of which bundles of several sizes were started, by size. */
function bySize(sections: readonly Section[], targets: RunRecord['targets']): StartPoint[] {
  const points = sections
    .flatMap(({ results }) => results)
    .flatMap(({ case: caseId, target, start }) => {
      if (!start?.firstByteNs || start.bundle.bytes === 0) return []
      const { bytes, isMinified } = start.bundle
      const group = isMinified ? `${caseId}, minified` : caseId
      const runtime = seriesOf(targets, target)
      return [{ group, label: target, runtime, bytes, firstByteNs: start.firstByteNs }]
    })
    .sort((a, b) => a.bytes - b.bytes)
  return Array.from(Map.groupBy(points, ({ group }) => group).values()).flatMap(ofGroup => {
    const [least, most] = [ofGroup[0], ofGroup.at(-1)]
    return least && most && most.bytes >= LEAST_SPREAD * least.bytes ? ofGroup : []
  })
}

/** The largest bundle of a case ÷ its smallest: those of one that stays the same differ in a word. */
const LEAST_SPREAD = 1.5

function sizesFigure(sections: readonly Section[], points: readonly StartPoint[]): Markup {
  return html`<div class="figures">${figureMarkup({
    title: 'Time to first byte by size of the bundle.',
    hint: 'Means over starts from just before the spawn, bars are their 95 % intervals. Both axes are logarithmic.',
    svg: sizesChart(
      `${sections[0]?.suite.name ?? ''}: time to first byte by size of the bundle, a line for each target`,
      points,
    ),
    table: tableMarkup(
      'Time to first byte by size of the bundle',
      headingsOf(['case', 'target'], ['bundle', 'first byte', 'starts']),
      points.map(({ group, label, bytes, firstByteNs }) => [
        html`<code>${group}</code>`,
        html`<code>${label}</code>`,
        formatBytes(bytes),
        formatDurationEstimate(firstByteNs),
        firstByteNs.n,
      ]),
    ),
  })}</div>`
}

/** What starting one bundle took on one target. */
interface StartPoint extends ChartRow {
  /** Of the bundle as it is started, above 0. */
  readonly bytes: number
  readonly firstByteNs: EstimateRecord
}

const MOST_TICKS = 6

function sizesChart(title: string, points: readonly StartPoint[]): string {
  const lines = Map.groupBy(points, ({ group, label }) => JSON.stringify([group, label]))
  const curves = Array.from(lines.values()).flatMap((own): Curve[] => {
    const [first] = own
    return first === undefined ? [] : [{ ...first, points: own.map(startPoint) }]
  })
  const domain = logDomain(points.map(({ bytes }) => bytes))
  const ticks = binaryTicks(...domain, MOST_TICKS).map(x => ({ x, text: bytesTick(x) }))
  return curveChart(
    title,
    curves,
    { type: 'log', domain, ticks, label: 'bundle as it is started' },
    { aside: 'time to first byte' },
  )
}

function startPoint({ group, label, bytes, firstByteNs }: StartPoint): Curve['points'][number] {
  const { value, lower, upper, n } = firstByteNs
  const time = formatDurationEstimate(firstByteNs)
  const title = `${group} on ${label}, ${formatBytes(bytes)}: first byte after ${time} over ${n} starts`
  return { x: bytes, ns: value, lower, upper, title }
}
