import { mean, median, quantile } from '@steelyard/stats'
import { formatDuration, formatPercent, name } from '@steelyard/text'
import type { SamplesPanel } from '../charts/launch-panel.ts'
import { headingsOf, type Table } from '../content/document.ts'
import type { ContenderRow } from '../content/tables/contenders.ts'

/** Returns how samples are spread. */
export function samplesTable(caption: string, panels: readonly SamplesPanel[]): Table {
  return {
    title: [caption],
    headings: headingsOf(['samples of'], ['count', 'least', 'median', 'mean', 'most', 'contended']),
    rows: panels.map(({ label, samples }) => {
      const times = samples.map(({ ns }) => ns)
      const share = samples.filter(({ isMarked }) => isMarked).length / times.length
      const spread =
        times.length === 0 ? [] : [quantile(times, 0), median(times), mean(times), quantile(times, 1)]
      return [
        [name(label)],
        String(times.length),
        ...spread.map(ns => formatDuration(ns)),
        ...(times.length === 0 ? [] : [formatPercent(share)]),
      ]
    }),
  }
}

/** Returns how each launch went: its warm-up, its discarded windows, and how its end differs from its beginning. */
export function launchesTable(caseId: string, rows: readonly ContenderRow[]): Table {
  const hasEarly = rows.some(({ result }) => result.launches.some(({ early }) => early.length > 0))
  const headings = [
    'warm-up batches',
    ...(hasEarly ? ['discarded windows'] : []),
    'samples',
    'median',
    'last third to first',
    'contended',
  ]
  return {
    title: [`${caseId}: launches`],
    headings: headingsOf(['launch'], headings),
    rows: rows.flatMap(({ result }) => [
      [[name(result.target)]],
      ...result.launches.map(launch => {
        const { warmup, early, wallNs, audit } = launch
        const [first, last] = thirds(wallNs)
        const state = warmup.state === 'steady' ? '' : ` (${warmup.state})`
        return [
          `${launch.group}.${launch.launch}`,
          `${warmup.batches}${state}`,
          ...(hasEarly ? [String(early.length)] : []),
          String(wallNs.length),
          wallNs.length === 0 ? '' : formatDuration(median(wallNs)),
          first === null || last === null ? '' : change(last / first),
          audit && wallNs.length > 0 ? formatPercent(audit.contended.length / wallNs.length) : '',
        ]
      }),
    ]),
  }
}

/** Medians of the first and the last third; null where there is too little. */
function thirds(wallNs: readonly number[]): [number | null, number | null] {
  const size = Math.floor(wallNs.length / 3)
  return size === 0 ? [null, null] : [median(wallNs.slice(0, size)), median(wallNs.slice(-size))]
}

function change(ratio: number): string {
  return `${ratio < 1 ? '−' : '+'}${formatPercent(Math.abs(ratio - 1))}`
}
