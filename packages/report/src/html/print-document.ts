import type { RunRecord } from '@steelyard/record'
import { formatDuration } from '@steelyard/text'
import { headingsOf, type List } from '../content/document.ts'
import { engineText } from '../content/engine-text.ts'
import type { ReportDocument } from '../content/report-document.ts'
import { contentsPart, type SuiteView, sectionAnchor } from './explore/contents.ts'
import { foldMarkup } from './explore/fold.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { headlineList, type SectionPlace, sectionMarkup } from './parts/section-part.ts'
import { startsPart } from './parts/start-part.ts'
import { summaryMarkup } from './summary-table.ts'
import { tableMarkup } from './table.ts'

/**
 * Returns all that a record says: the questions, the verdicts and the machine first, then suite by suite.
 *
 * @param index of the record on the page, from 0
 */
export function printDocument(document: ReportDocument, index: number, mostPoints: number): Markup {
  const views = document.suites.map((part, place) => ({ ...part, anchor: `r${index}s${place}` }))
  return html`<article>
${firstScreen(document, views, index)}
${printList(document.unmeasured)}
${views.map((view, place) => suiteMarkup(view, document, { mostPoints, isFirst: index + place === 0, isFolded: views.length > MOST_IN_FULL }))}
${[document.attribution, document.builds, document.rebuild, document.notices].map(printList)}
${provenance(document)}
</article>
`
}

/** Suites of a record whose tables are seen at once: of more, each is unfolded by who wants to see it. */
const MOST_IN_FULL = 3

/** Returns the question of a record, or how many there are. */
export function titleOf({ suites }: RunRecord): string {
  const [first, ...others] = suites
  if (first === undefined) return 'Nothing was measured'
  return others.length === 0 ? first.question : `${suites.length} questions`
}

function firstScreen(document: ReportDocument, views: readonly SuiteView[], index: number): Markup {
  const { record, summary, agreement, machine } = document
  const { startedAt, seed, steelyard } = record
  return html`<header>
${views.length === 1 ? html`<p class="kicker">${views[0]?.suite.name ?? ''}</p>` : html`<p class="kicker">Steelyard</p>`}
<h1>${titleOf(record)}</h1>
${bannerPart(document)}
<div class="${summary === null ? 'first' : 'first many'}"><div class="verdicts">${summary === null ? views.map(answersPart) : summaryMarkup(summary, record, views)}
${agreement === null ? null : html`<p>${phraseMarkup(agreement)}</p>`}</div>
<dl class="machine">${machine.map(
    ({ name, text }) => html`<div><dt>${name}</dt><dd>${text}</dd></div>
`,
  )}<div><dt>When</dt><dd>${instantText(startedAt)}, seed ${seed}, Steelyard ${steelyard.version}${steelyard.commit === null ? '' : ` (${steelyard.commit.slice(0, 7)})`}</dd></div></dl></div>
</header>
${contentsPart(views, index === 0 ? 'Contents' : `Contents of record ${index + 1}`)}`
}

function answersPart({ sections }: SuiteView): Markup {
  return html`${sections.map(headlineList)}`
}

function bannerPart({ foreign, evidence }: ReportDocument): Markup | null {
  if (foreign !== null) return html`<p class="banner">${phraseMarkup(foreign)}</p>`
  return evidence && html`<p class="banner">${evidence.about} <code>${evidence.command}</code></p>`
}

function suiteMarkup(
  view: SuiteView,
  { record, summary }: ReportDocument,
  { mostPoints, isFirst, isFolded }: Omit<SectionPlace, 'anchor' | 'isOne'>,
): Markup {
  const { suite, anchor, sections, note } = view
  return html`<section class="suite">
<h2 id="${anchor}">${suite.name}</h2>
${summary !== null ? html`<p>${suite.question}</p>${sections.map(headlineList)}` : null}
${note === null ? null : html`<p class="note">${note}</p>`}
${suite.code?.setup == null ? null : foldMarkup(html`Setup, once per launch and not timed`, html`<pre class="source" tabindex="0"><code>${suite.code.setup}</code></pre>`, { className: 'more' })}
${startsPart(view, record.targets)}
${sections.map((section, place) =>
  sectionMarkup(section, record.targets, {
    anchor: sectionAnchor(view, place),
    isOne: sections.length === 1,
    isFirst: isFirst && place === 0,
    isFolded,
    mostPoints,
  }),
)}
</section>
`
}

function printList({ title, items }: List): Markup | null {
  return items.length === 0 ? null : html`<section><h2>${title}</h2>${phraseList(items)}</section>`
}

/** What it takes to judge the numbers, or to make them again. */
function provenance({ record, reproduce, timers }: ReportDocument): Markup {
  const rows = record.targets.map(target => [
    html`<code>${target.id}</code>`,
    engineText(target.engine),
    target.flags.join(' '),
    Object.entries(target.environment)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    `${target.binary.source} ${target.binary.sha256?.slice(0, 12) ?? ''}`,
    ...[target.clockResolutionNs, target.channelCostNs].map(ns => (ns === null ? '' : formatDuration(ns))),
  ])
  return html`<section><h2>Where it comes from</h2>
${reproduce && html`<p>${reproduce.about}</p><pre tabindex="0"><code>${reproduce.command}</code></pre>`}
${tableMarkup(
  'Targets',
  headingsOf(['target', 'engine', 'flags', 'environment', 'binary'], ['clock resolution', 'channel']),
  rows,
)}
${phraseList(timers.items)}
<p class="note">Record <code>${record.id}</code>, ${record.status}, from ${instantText(record.startedAt)} to ${instantText(record.finishedAt)}. Every sample is in it.</p></section>`
}

function instantText(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
