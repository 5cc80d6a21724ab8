import type { DistributionRecord, RunRecord } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { type Curve, curveChart } from '../../charts/curve-chart.ts'
import { seriesOf } from '../../charts/draw/palette.ts'
import type { ChartRow } from '../../charts/draw/row-axis.ts'
import { percentileAxis, placeOfShare, shareText } from '../../charts/percentile-axis.ts'
import { headingsOf } from '../../content/document.ts'
import { type Section, sectionName } from '../../content/section.ts'
import type { Figure } from '../figure.ts'
import { html } from '../markup.ts'
import { tableMarkup } from '../table.ts'

const HEADINGS = ['2.5 %', '50 %', '95 %', '97.5 %', '99 %', 'max', 'requests']

/** Returns how the latencies of servers under load are spread; none where none are kept. */
export function latencyFigures(section: Section, targets: RunRecord['targets']): Figure[] {
  const lines = section.results.flatMap(({ case: group, target, server }) => {
    const runtime = seriesOf(targets, target)
    return server?.latency ? [{ group, label: target, runtime, latency: server.latency }] : []
  })
  return lines.length === 0 ? [] : [latencyFigure(section, lines)]
}

/** How the latency of one contender is spread. */
interface LatencyLine extends ChartRow {
  readonly latency: DistributionRecord
}

function latencyFigure(section: Section, lines: readonly LatencyLine[]): Figure {
  const curves = lines.map(latencyCurve)
  return {
    title: 'Latency by percentile.',
    hint: 'All requests of all launches. Dots: what the record keeps, the last one the longest request. Dashed: nothing kept in between.',
    svg: curveChart(
      `${sectionName(section)}: latency by percentile, a line for each target`,
      curves,
      percentileAxis(
        Math.max(...curves.map(({ points }) => points.at(-1)?.x ?? 0)),
        'share of the requests that took no longer',
      ),
      { aside: 'latency' },
    ),
    table: tableMarkup(
      'Latency by percentile',
      headingsOf(['case', 'target'], HEADINGS),
      lines.map(({ group, label, latency }) => [
        html`<code>${group}</code>`,
        html`<code>${label}</code>`,
        ...[latency.p2_5Ns, latency.p50Ns, latency.p95Ns, latency.p97_5Ns, latency.p99Ns, latency.maxNs].map(
          ns => formatDuration(ns),
        ),
        latency.n.toLocaleString('en-US'),
      ]),
    ),
  }
}

/** Percentiles that so few requests cannot show are left out; the longest of n stands at 1 − 1/n. */
function latencyCurve({ group, label, runtime, latency }: LatencyLine): Curve {
  const { n, p2_5Ns, p50Ns, p95Ns, p97_5Ns, p99Ns, maxNs } = latency
  const subject = `${group} on ${label}:`
  const kept = [
    { share: 0.025, ns: p2_5Ns },
    { share: 0.5, ns: p50Ns },
    { share: 0.95, ns: p95Ns },
    { share: 0.975, ns: p97_5Ns },
    { share: 0.99, ns: p99Ns },
  ].filter(({ share }) => (1 - share) * n > 1)
  const points = kept.map(({ share, ns }) => ({
    x: placeOfShare(share),
    ns,
    title: `${subject} ${shareText(share)} of the requests took at most ${formatDuration(ns)}`,
  }))
  const longest = {
    x: Math.log10(Math.max(1, n)),
    ns: maxNs,
    title: `${subject} the longest request took ${formatDuration(maxNs)}`,
  }
  return { group, label, runtime, points: [...points, longest], isLastApart: true }
}
