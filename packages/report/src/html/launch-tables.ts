import { mean, median, quantile } from '@steelyard/stats'
import { formatDuration, formatPercent } from '@steelyard/text'
import type { SamplesPanel } from '../charts/launch-panel.ts'
import { headingsOf } from '../content/document.ts'
import type { ContenderRow } from '../content/tables/contenders.ts'
import { html, type Markup } from './markup.ts'
import { tableMarkup } from './table.ts'

/** Returns how samples are spread. */
export function samplesTable(caption: string, panels: readonly SamplesPanel[]): Markup {
  return tableMarkup(
    caption,
    headingsOf(['samples of'], ['count', 'least', 'median', 'mean', 'most', 'contended']),
    panels.map(({ label, samples }) => {
      const times = samples.map(({ ns }) => ns)
      const share = samples.filter(({ isMarked }) => isMarked).length / times.length
      const spread =
        times.length === 0 ? [] : [quantile(times, 0), median(times), mean(times), quantile(times, 1)]
      return [
        html`<code>${label}</code>`,
        times.length,
        ...spread.map(ns => formatDuration(ns)),
        ...(times.length === 0 ? [] : [formatPercent(share)]),
      ]
    }),
  )
}

/** Returns how each launch went: its warm-up, its discarded windows, and how its end differs from its beginning. */
export function launchesTable(caseId: string, rows: readonly ContenderRow[]): Markup {
  const hasEarly = rows.some(({ result }) => result.launches.some(({ early }) => early.length > 0))
  const headings = [
    'warm-up batches',
    ...(hasEarly ? ['discarded windows'] : []),
    'samples',
    'median',
    'last third to first',
    'contended',
  ]
  return tableMarkup(
    `${caseId}: launches`,
    headingsOf(['launch'], headings),
    rows.flatMap(({ result }) => [
      [html`<code>${result.target}</code>`],
      ...result.launches.map(launch => {
        const { warmup, early, wallNs, audit } = launch
        const [first, last] = thirds(wallNs)
        const state = warmup.state === 'steady' ? '' : ` (${warmup.state})`
        return [
          `${launch.group}.${launch.launch}`,
          `${warmup.batches}${state}`,
          ...(hasEarly ? [early.length] : []),
          wallNs.length,
          wallNs.length === 0 ? '' : formatDuration(median(wallNs)),
          first === null || last === null ? '' : change(last / first),
          audit && wallNs.length > 0 ? formatPercent(audit.contended.length / wallNs.length) : '',
        ]
      }),
    ]),
  )
}

/** Medians of the first and the last third; null where there is too little. */
function thirds(wallNs: readonly number[]): [number | null, number | null] {
  const size = Math.floor(wallNs.length / 3)
  return size === 0 ? [null, null] : [median(wallNs.slice(0, size)), median(wallNs.slice(-size))]
}

function change(ratio: number): string {
  return `${ratio < 1 ? '−' : '+'}${formatPercent(Math.abs(ratio - 1))}`
}
