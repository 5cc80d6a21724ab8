import type { DistributionRecord, ServerRecord } from '@steelyard/record'
import { sum } from '@steelyard/stats'
import { formatDuration, formatPercent } from '@steelyard/text'
import type { Table } from '../document.ts'
import type { Section } from '../section.ts'
import { type FigureColumn, figuresOf } from './figures.ts'

type Cells = readonly (string | null)[]

const RATE = ['1 %', '2.5 %', '50 %', '97.5 %', 'average', 'deviation', 'min']

/** Returns what servers under load gave besides their time per request, table by table; empty for cases that are functions. */
export function serverFigures(section: Section): Table[] {
  const table = (
    title: string,
    about: string,
    headings: readonly string[],
    cellsOf: (server: ServerRecord) => Cells | null,
  ) =>
    figuresOf(
      section,
      { title, about },
      ({ server }) => server && cellsOf(server),
      headings.map((heading, index): FigureColumn<Cells> => [heading, cells => cells[index] ?? null]),
    )
  return [
    table(
      'Latency',
      'from sending a request (open load: from when it was due) to the last byte of its answer; first byte: the median to the first one, where the load reports it',
      ['2.5 %', '50 %', '95 %', '97.5 %', '99 %', 'average', 'deviation', 'max', 'first byte'],
      ({ latency, firstByte }) =>
        latency && [...latencyTexts(latency), firstByte && formatDuration(firstByte.p50Ns)],
    ),
    table('Answers a second', 'counted in parts of about a tenth of a second', RATE, ({ rate }) =>
      rate === null
        ? null
        : [rate.p1, rate.p2_5, rate.p50, rate.p97_5, rate.mean, rate.standardDeviation, rate.min].map(
            formatRate,
          ),
    ),
    table(
      'Load',
      'answered requests, those that were not 2xx, and those without a correct answer; the share of its core that the load generator used, and the rate that it reaches against a server that only sends as many bytes',
      ['requests', 'non-2xx', 'faults', 'generator', 'its limit'],
      ({ requests, non2xx, faults, generator }) => [
        formatRate(requests),
        formatRate(non2xx),
        formatRate(sum(faults.map(({ count }) => count))),
        `${formatPercent(generator.cpuShare)}${generator.isBound ? ', bound' : ''}`,
        generator.limitPerSecond === null ? null : `${formatRate(generator.limitPerSecond)}/s`,
      ],
    ),
    table(
      'Behind a router',
      'mean latency of the timed requests; the latency of one alone, and the rest, which is queueing; the queueing of the other kind of requests in the same turns; the share of a core that the pool used',
      ['latency', 'alone', 'queueing', 'CPU alone', 'the other kind', 'core'],
      ({ routing, launches }) => {
        const [timed, other] = routing?.kinds ?? []
        if (timed === undefined) return null
        const { latencyNs, aloneNs, queueNs, aloneCpuNs } = timed
        const times = [latencyNs, aloneNs, queueNs, aloneCpuNs, other?.queueNs]
        // A launch whose CPU time could not be read has no part in the share.
        const read = launches.flatMap(({ turns }) => (turns.serverCpuNs === null ? [] : [turns]))
        const usedNs = sum(read.flatMap(({ serverCpuNs }) => serverCpuNs ?? []))
        const durationNs = sum(read.flatMap(turns => turns.durationNs))
        return [
          ...times.map(ns => (ns === undefined ? null : formatDuration(Math.max(0, ns)))),
          usedNs === 0 ? null : formatPercent(usedNs / durationNs),
        ]
      },
    ),
    table(
      'CPU time of single requests',
      'of the whole server process, the next request sent when it sleeps again',
      ['requests', 'average', '50 %', '95 %', '99 %', 'max'],
      ({ requestCpu }) => requestCpu && [formatRate(requestCpu.n), ...singleTexts(requestCpu)],
    ),
  ].filter(figures => figures !== null)
}

function latencyTexts(times: DistributionRecord): string[] {
  const { p2_5Ns, p50Ns, p95Ns, p97_5Ns, p99Ns, meanNs, standardDeviationNs, maxNs } = times
  return [p2_5Ns, p50Ns, p95Ns, p97_5Ns, p99Ns, meanNs, standardDeviationNs, maxNs].map(formatDuration)
}

function singleTexts({ meanNs, p50Ns, p95Ns, p99Ns, maxNs }: DistributionRecord): string[] {
  return [meanNs, p50Ns, p95Ns, p99Ns, maxNs].map(formatDuration)
}

/** Returns a number to the whole, its thousands apart: `24,492`. */
export function formatRate(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
