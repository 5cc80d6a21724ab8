import type { LaunchRecord } from '@steelyard/record'
import { mean, median, quantile } from '@steelyard/stats'
import { formatDuration, formatPercent } from '@steelyard/text'
import { headingsOf } from '../content/document.ts'
import type { ContenderRow } from './contender-rows.ts'
import { html, type Markup } from './markup.ts'
import { type PageField, tableMarkup } from './table.ts'

/** Returns how the samples of each launch are spread. */
export function distributionTable(caseId: string, rows: readonly ContenderRow[]): Markup {
  const headings = ['samples', 'least', 'median', 'mean', 'most', 'contended']
  return launchTable(`${caseId}: samples by launch`, headings, rows, ({ wallNs, audit }) => {
    if (wallNs.length === 0) return [0, '', '', '', '', '']
    const spread = [quantile(wallNs, 0), median(wallNs), mean(wallNs), quantile(wallNs, 1)]
    const contended = audit ? formatPercent(audit.contended.length / wallNs.length) : ''
    return [wallNs.length, ...spread.map(duration => formatDuration(duration)), contended]
  })
}

/** Returns how each launch went: its warm-up, its discarded windows, and how its end differs from its beginning. */
export function timelineTable(caseId: string, rows: readonly ContenderRow[]): Markup {
  const hasEarly = rows.some(({ result }) => result.launches.some(({ early }) => early.length > 0))
  const headings = [
    'warm-up batches',
    ...(hasEarly ? ['discarded windows'] : []),
    'first third',
    'last third',
    'change',
  ]
  return launchTable(`${caseId}: how the launches went`, headings, rows, ({ warmup, early, wallNs }) => {
    const [first, last] = thirds(wallNs)
    const state = warmup.state === 'steady' ? '' : ` (${warmup.state})`
    return [
      `${warmup.batches}${state}`,
      ...(hasEarly ? [early.length] : []),
      ...(first === null || last === null
        ? ['', '', '']
        : [formatDuration(first), formatDuration(last), change(last / first)]),
    ]
  })
}

/** The launches of each target below its name. */
function launchTable(
  caption: string,
  headings: readonly string[],
  rows: readonly ContenderRow[],
  fieldsOf: (launch: LaunchRecord) => readonly PageField[],
): Markup {
  return tableMarkup(
    caption,
    headingsOf(['launch'], headings),
    rows.flatMap(({ result }) => [
      [html`<code>${result.target}</code>`],
      ...result.launches.map(launch => [`${launch.group}.${launch.launch}`, ...fieldsOf(launch)]),
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
