import { recordsTable } from '@steelyard/report'
import {
  blockMarkup,
  boardMatrixMarkup,
  html,
  type KeptRecord,
  type Markup,
  type Places,
} from '@steelyard/report/board'
import type { FrontPicture } from './front.ts'
import { relative } from './links.ts'
import { leadOf, type TextPage } from './pages.ts'
import { recordFile, recordPage } from './results.ts'

export interface SiteContent {
  readonly texts: readonly TextPage[]
  readonly records: readonly KeptRecord[]
  readonly pictures: readonly FrontPicture[]
}

export function scoreboardBody(content: SiteContent): Markup {
  const { records } = content
  // A lower bound: records without the id of a machine count as one.
  const machines = new Set(records.map(({ entry }) => entry.machine)).size
  return html`<h1>Scoreboard</h1>
<p><a href="records.html">${records.length} records</a> of at least ${machines} ${machines === 1 ? 'machine' : 'machines'}, with their own verdicts.</p>
<section><h2 id="runtimes">Runtimes against each other</h2>
<p>The same case on several runtimes, in turn in the same launches. Over 1, the runtime takes longer than the base.</p>
${boardMatrixMarkup(records, placesFrom(content))}</section>
<section><h2 id="how-to-read">How to read it</h2>
<ul><li>A row holds for its machine and its day, so no row is combined with another, and no runtime has a total.</li>
<li>Machines whose CPU is not identified may differ although they have one name.</li>
<li>Records of <code>--quick</code> are not here, nor are builds with flags, and builds that come from no registry.</li>
<li>All records of a suite are on its page.</li></ul></section>`
}

/** Returns findings with their pictures, and the matrix of the scoreboard; null without a record to show. */
export function frontBody(content: SiteContent): Markup | null {
  const { records, pictures } = content
  if (pictures.length === 0) return null
  const places = placesFrom(content)
  return html`<section><h2 id="found">Found so far</h2>
<div class="front">${pictures.map(
    ({ kept, file, matrix: { question, headline } }) => html`<figure>
<a href="${places.record(kept)}"><img src="${file}" alt="${question} ${headline}"></a>
<figcaption><b>${headline}</b> <a href="${places.record(kept)}">${kept.day}, ${kept.entry.machine}</a></figcaption></figure>
`,
  )}</div>
<p>More: <a href="findings.html">findings</a>, claim by claim.</p></section>
<section><h2 id="scoreboard">Suites and runtimes</h2>
${boardMatrixMarkup(records, places)}</section>
`
}

export function recordsBody({ records }: SiteContent): Markup {
  return html`<h1>Records</h1>
<p>Each record is one run. Its page has every interval; its file has every sample. A record without verdicts was cut short.</p>
${recordList(records, 'records.html', 2)}`
}

export function suitesBody({ texts, records }: SiteContent): Markup {
  const items = texts
    .filter(({ area }) => area === 'suites')
    .map(page => {
      const count = records.filter(kept => hasSuite(kept, page.title)).length
      return html`<li><a href="${page.output}">${page.title}</a>: ${leadOf(page)} <span class="quiet">${count === 1 ? '1 record' : `${count} records`}</span></li>`
    })
  return html`<h1>Suites</h1>
<ul>${items}</ul>`
}

export function docsBody({ texts }: SiteContent): Markup {
  const items = texts
    .filter(({ area }) => area === 'docs')
    .map(
      page =>
        html`<li><a href="${page.output}">${page.title}</a> <span class="quiet">${leadOf(page)}</span></li>`,
    )
  return html`<h1>Docs</h1>
<p>In the order of a path: from a first comparison to a check in continuous integration, then what each part promises.</p>
<ol>${items}</ol>`
}

/** Returns what is kept of a suite, to stand below its text. */
export function suiteBody({ records }: SiteContent, { title, output }: TextPage): Markup {
  const own = records.filter(kept => hasSuite(kept, title))
  return html`<h2 id="releases">Over releases</h2>
<p>What each release changed: <a href="${relative(output, 'timeline.html')}">timeline</a>.</p>
<h2 id="records">Records</h2>
${own.length === 0 ? html`<p>No record of this suite is kept.</p>` : recordList(own, output, 3)}`
}

function recordList(records: readonly KeptRecord[], output: string, level: 2 | 3): Markup {
  const listed = records.map(({ name, entry }) => ({
    entry,
    href: relative(output, recordPage(name)),
    file: relative(output, recordFile(name)),
  }))
  return html`<div class="board">${blockMarkup(recordsTable(listed), level)}</div>`
}

/** Links from pages at the top of the site. */
function placesFrom({ texts }: SiteContent): Places {
  return {
    record: ({ name }) => recordPage(name),
    suite: name => texts.find(({ area, title }) => area === 'suites' && title === name)?.output ?? null,
  }
}

function hasSuite({ record }: KeptRecord, suite: string): boolean {
  return record.suites.some(({ name }) => name === suite)
}
