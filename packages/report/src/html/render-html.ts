import type { RunRecord } from '@steelyard/record'
import { name } from '@steelyard/text'
import {
  type ReportDocument,
  reportDocument,
  type SectionPart,
  type SuitePart,
} from '../content/report-document.ts'
import { buildsTable } from '../content/tables/builds.ts'
import { blockMarkup } from './block-markup.ts'
import { foldMarkup } from './explore/fold.ts'
import { answerPart, chipsPart } from './first-screen.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { type PageFrame, pageText } from './page.ts'
import { sectionMarkup } from './parts/section-part.ts'

/** Returns records as a page that needs no other file; each stands by itself: nothing is computed over two. */
export function renderHtml(records: readonly RunRecord[], frame: PageFrame | null = null): string {
  const documents = records.map((record, place) => reportDocument(record, place))
  const titles = documents.map(({ record }) => titleOf(record))
  return pageText(titles.join(' · '), documents.map(printDocument), HOW_TO_READ, frame)
}

const HOW_TO_READ = [
  'A ratio is head time ÷ base time over launches that both shared, with the interval that the note of its suite names. Slower and faster are beyond the threshold δ and significant after correction for all verdicts of the command; same means that tests in both directions rule out a difference of δ less the bias allowance β; everything else is inconclusive, with its reason.',
  'Times describe this machine at this hour: they are not compared between runs. A ratio holds for these builds on this machine. Steelyard’s docs/reading.md explains the words of this page.',
]

/** All that a record says: the questions, the verdicts and the machine first, then suite by suite. */
function printDocument(document: ReportDocument, index: number): Markup {
  const { suites } = document
  return html`<article>
${firstScreen(document, index)}
${blockMarkup(document.unmeasured, 2)}
${suites.map(suite => suiteMarkup(suite, document, suites.length > MOST_IN_FULL))}
${[document.attribution, document.builds, document.rebuild, document.notices].map(list => blockMarkup(list, 2))}
${provenance(document)}
</article>
`
}

/** What filters and unfolds the page; shown by the script, since it does nothing without. */
const TOOLS = html`<div class="tools" role="search" aria-label="Explore the page" hidden>
<label>Filter <input type="search" placeholder="case, target or verdict"></label>
<button type="button" data-unfold="true">Unfold all</button><button type="button" data-unfold="">Fold all</button>
<span role="status"></span>
</div>`

/** Suites of a record whose tables are seen at once: of more, each is unfolded by who wants to see it. */
const MOST_IN_FULL = 3

/** The question of a record, or how many there are. */
function titleOf({ suites }: RunRecord): string {
  const [first, ...others] = suites
  if (first === undefined) return 'Nothing was measured'
  return others.length === 0 ? first.question : `${suites.length} questions`
}

function firstScreen(document: ReportDocument, index: number): Markup {
  const { record, answer, suites, summary, agreement, evidence } = document
  const [suite] = suites
  const banner = answer.foreign ?? (evidence && [`${evidence.about} `, name(evidence.command)])
  return html`<header>
<p class="kicker">${suite && suites.length === 1 ? kickerOf(suite) : 'Steelyard'}</p>
<h1>${titleOf(record)}</h1>
${banner && html`<p class="banner">${phraseMarkup(banner)}</p>`}
${summary === null && suite ? answerPart(suite, document) : chipsPart(record, answer)}
${summary && html`<div class="many">${blockMarkup(summary)}</div>`}
${agreement === null ? null : html`<p>${phraseMarkup(agreement)}</p>`}
</header>
${index === 0 ? TOOLS : null}
${contentsPart(suites, index === 0 ? 'Contents' : `Contents of record ${index + 1}`)}`
}

function kickerOf({ suite, sections }: SuitePart): string {
  const [section, ...others] = sections
  const params = others.length === 0 ? (section?.params ?? '') : ''
  return params === '' ? suite.name : `${suite.name}, ${params}`
}

function suiteMarkup(part: SuitePart, document: ReportDocument, isFolded: boolean): Markup {
  const { record, summary } = document
  const { suite, anchor, sections, starts, note } = part
  return html`<section class="suite">
<h2 id="${anchor}">${suite.name}</h2>
${summary === null ? null : html`<p>${suite.question}</p>${answerPart(part, document)}`}
${note === null ? null : html`<p class="note">${note}</p>`}
${suite.code?.setup == null ? null : foldMarkup(html`Setup, once per launch and not timed`, html`<pre class="source" tabindex="0"><code>${suite.code.setup}</code></pre>`, { class: 'more' })}
${starts && blockMarkup(starts, 3)}
${sections.map(section => sectionMarkup(section, record.targets, { isOne: sections.length === 1, isFolded }))}
</section>
`
}

/** What it takes to judge the numbers, or to make them again. */
function provenance({ record, reproduce, timers, facts }: ReportDocument): Markup {
  return html`<section><h2>Where it comes from</h2>
${reproduce && blockMarkup(reproduce)}
${blockMarkup(buildsTable(record), 3)}
${phraseList(timers.items)}
<p class="note">${facts}${record.foreign === null ? ' Every sample is in the record.' : null}</p></section>`
}

/** Returns links to every suite, every choice of parameters and every case; null where there is but one case. */
function contentsPart(suites: readonly SuitePart[], label: string): Markup | null {
  if (suites.flatMap(({ sections }) => sections.flatMap(({ cases }) => cases)).length < 2) return null
  return html`<nav aria-label="${label}"><ul>${suites.map(
    ({ anchor, suite, sections }) =>
      html`<li>${suites.length > 1 ? html`<a href="#${anchor}"><b>${suite.name}</b></a> ` : null}${sections.map(sectionLinks)}`,
  )}</ul></nav>`
}

function sectionLinks({ anchor, params, cases }: SectionPart): Markup {
  const links = cases.map(found => html` <a href="#${found.anchor}">${found.case}</a>`)
  if (params === '') return html`${links}`
  return html`<span><a class="params" href="#${anchor}">${params}</a>${links}</span> `
}
