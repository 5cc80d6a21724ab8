import { counted, sanitize } from '@steelyard/text'
import { headingsOf } from '../content/document.ts'
import type { RecordEntry } from '../content/record-entry.ts'
import type { PageFrame } from './frame.ts'
import { html, type Markup } from './markup.ts'
import { pageText } from './page.ts'
import { type PageField, tableMarkup } from './table.ts'

/** More are a page that nobody reads to its end. */
const MOST_RECORDS = 500
const MOST_SUITES = 2
const MOST_TARGETS = 4

/** A record in a list of them, and where its page is. */
export interface ListedRecord {
  readonly entry: RecordEntry
  readonly href: string
}

/** A list of records. */
export interface RecordIndex {
  readonly title: string
  /** Where they are from. */
  readonly about: string
  /** In any order. */
  readonly records: readonly ListedRecord[]
  /** Returns where the trends of a suite are; null where there are none. */
  readonly historyHref: (suite: string) => string | null
  /** Files that look like records and cannot be read. */
  readonly unread?: readonly string[]
  readonly frame?: PageFrame | null
}

/** Returns a list of records, the newest first, as a page that needs no other file. */
export function renderIndexHtml(index: RecordIndex): string {
  return pageText(index.title, [printIndex(index)], HOW_TO_READ, index.frame ?? null)
}

/** Returns such a list as a part of a page. */
export function printIndex({ title, about, records, historyHref, unread = [] }: RecordIndex): Markup {
  const sorted = records.toSorted((a, b) => compare(b.entry.startedAt, a.entry.startedAt))
  const shown = sorted.slice(0, MOST_RECORDS)
  const more = sorted.length - shown.length
  return html`<article>
<header>
<p class="kicker">Steelyard</p>
<h1>${title}</h1>
<p>${about}</p>
</header>
${shown.length === 0 ? html`<p>There is no record yet. Run a suite; its record appears here when it ends.</p>` : html`<section><h2 id="records">${counted(records.length, 'record')}</h2>${recordsTable(shown)}</section>`}
${more === 0 ? null : html`<p class="note">Without the ${more} oldest.</p>`}
${historiesPart(records, historyHref)}
${unread.length === 0 ? null : html`<section><h2>Cannot be read</h2><ul>${sanitize(unread).map(file => html`<li><code>${file}</code></li>`)}</ul></section>`}
</article>
`
}

function historiesPart(
  records: readonly ListedRecord[],
  historyHref: RecordIndex['historyHref'],
): Markup | null {
  const counts = new Map<string, number>()
  for (const { entry } of records) {
    for (const suite of entry.suites) counts.set(suite, (counts.get(suite) ?? 0) + 1)
  }
  const links = Array.from(counts)
    .toSorted(([a], [b]) => compare(a, b))
    .flatMap(([suite, count]) => {
      const href = historyHref(suite)
      return href === null
        ? []
        : [
            html`<li><a href="${href}">${suite}</a> <span class="quiet">${counted(count, 'record')}</span></li>`,
          ]
    })
  return links.length === 0 ? null : html`<section><h2>Over time</h2><ul>${links}</ul></section>`
}

function recordsTable(records: readonly ListedRecord[]): Markup {
  return tableMarkup(
    'Records, the newest first',
    headingsOf(['started (UTC)', 'suites', 'verdicts', 'status', 'targets', 'machine']),
    records.map(({ entry, href }): PageField[] => [
      html`<a href="${href}"><time datetime="${entry.startedAt}">${entry.startedAt.slice(0, 16).replace('T', ' ')}</time></a>`,
      namesText(entry.suites, MOST_SUITES),
      verdictsMarkup(entry),
      statusMarkup(entry),
      html`<code>${namesText(entry.targets, MOST_TARGETS)}</code>`,
      entry.machine,
    ]),
  )
}

function verdictsMarkup({ verdicts, isCompared }: RecordEntry): Markup | string {
  if (verdicts.length === 0) return isCompared ? 'estimates alone' : 'nothing compared'
  return html`${verdicts.map(
    ({ verdict, count }, place) =>
      html`${place === 0 ? '' : ', '}${count} <span class="${verdict}">${verdict}</span>`,
  )}`
}

function statusMarkup({ status, missing, origin }: RecordEntry): Markup | string {
  const parts = [
    ...(origin === null ? [] : [`by ${origin}`]),
    ...(status === 'partial' ? ['partial'] : []),
    ...(missing > 0 ? [`${missing} not measured`] : []),
  ]
  if (parts.length === 0) return 'complete'
  return html`<span class="${status === 'partial' || missing > 0 ? 'trouble' : 'quiet'}">${parts.join(', ')}</span>`
}

function namesText(names: readonly string[], most: number): string {
  const rest = names.length - most
  const shown = names.slice(0, most).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const HOW_TO_READ = html`<h2>How to read it</h2>
<p>Each row is the record of one run; its page has every ratio, interval and sample. <b>Verdicts</b> counts those of the run:
<b>slower</b> and <b>faster</b> are the head against its base. A run that was interrupted is <b>partial</b>, and has none. A
preview has estimates alone. Times of different runs are not compared; trends of ratios are, where machine and code are the
same.</p>`
