import type { DistributionRecord, RunRecord } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { seriesOf } from '../../charts/draw/palette.ts'
import { type Curve, percentileChart, shareText } from '../../charts/percentile-chart.ts'
import type { Table } from '../../content/document.ts'
import { type Section, sectionName } from '../../content/section.ts'
import type { Figure } from '../figure.ts'
import { tableMarkup } from '../table.ts'

/**
 * Returns how the latencies of servers under load are spread; none where none are kept.
 *
 * @param table of the same latencies
 */
export function latencyFigures(
  section: Section,
  targets: RunRecord['targets'],
  table: Table | undefined,
): Figure[] {
  const curves = section.results.flatMap(({ case: group, target, server }) =>
    server?.latency ? [latencyCurve(group, target, seriesOf(targets, target), server.latency)] : [],
  )
  if (curves.length === 0 || table === undefined) return []
  const label = 'share of the requests that took no longer'
  return [
    {
      title: 'Latency by percentile.',
      hint: 'All requests of all launches. Dots: what the record keeps, the last one the longest request. Dashed: nothing kept in between.',
      svg: percentileChart(`${sectionName(section)}: latency by percentile, a line for each target`, curves, {
        ...{ label, aside: 'latency' },
      }),
      table: tableMarkup('Latency by percentile', table.headings, table.rows),
    },
  ]
}

/** Percentiles that so few requests cannot show are left out; the longest of n stands at 1 − 1/n. */
function latencyCurve(group: string, label: string, runtime: string, latency: DistributionRecord): Curve {
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
    ...{ share, ns },
    title: `${subject} ${shareText(share)} of the requests took at most ${formatDuration(ns)}`,
  }))
  const longest = {
    share: 1 - 1 / Math.max(1, n),
    ns: maxNs,
    title: `${subject} the longest request took ${formatDuration(maxNs)}`,
  }
  return { group, label, runtime, points: [...points, longest], isLastApart: true }
}
