import type { RunRecord } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { seriesOf } from '../../charts/draw/palette.ts'
import { type LatencyLine, latencyChart } from '../../charts/latency-chart.ts'
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

function latencyFigure(section: Section, lines: readonly LatencyLine[]): Figure {
  return {
    title: 'Latency by percentile.',
    hint: 'All requests of all launches. Dots: what the record keeps, the last one the longest request. Dashed: nothing kept in between.',
    svg: latencyChart(`${sectionName(section)}: latency by percentile, a line for each target`, lines),
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
