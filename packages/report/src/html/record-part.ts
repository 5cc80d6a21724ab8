import type { RunRecord, SuiteRecord } from '@steelyard/record'
import type { Phrase } from '@steelyard/text'
import { formatDuration, glyphs } from '@steelyard/text'
import { agreementSummary, timersText } from '../content/agreement.ts'
import { engineText } from '../content/engine-text.ts'
import { commandText, evidenceCommandText } from '../content/evidence/command-text.ts'
import { foreignPhrase } from '../content/foreign.ts'
import { affinityText, machineText } from '../content/machine-text.ts'
import { scaleNote } from '../content/note.ts'
import { noticesOf, unmeasuredOf } from '../content/notice.ts'
import { type Section, sectionsOf } from '../content/section.ts'
import { countsText, hasSummary, type SuiteSummary, summariesOf } from '../content/summary.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { answerList, sectionPart } from './section-part.ts'
import { startsPart } from './start-part.ts'
import { tableMarkup } from './table.ts'

/** What is shown of one suite. */
interface SuiteView {
  readonly suite: SuiteRecord
  readonly anchor: string
  readonly sections: readonly Section[]
}

/**
 * Returns all that a record says: the questions, the verdicts and the machine first, then suite by suite.
 *
 * @param index of the record on the page, from 0
 */
export function recordPart(record: RunRecord, index: number, mostPoints: number): Markup {
  const bySuite = Map.groupBy(sectionsOf(record), section => section.suite.name)
  const views = record.suites.map((suite, place) => ({
    suite,
    anchor: `r${index}s${place}`,
    sections: bySuite.get(suite.name) ?? [],
  }))
  return html`<article>
${firstScreen(record, views)}
${list('Failed or unsupported', unmeasuredOf(record))}
${views.map(view => suitePart(view, record, mostPoints))}
${list('Warnings, and what to try', noticesOf(record))}
${provenance(record)}
</article>
`
}

/** Returns the question of a record, or how many there are. */
export function titleOf({ suites }: RunRecord): string {
  const [first, ...others] = suites
  if (first === undefined) return 'Nothing was weighed'
  return others.length === 0 ? first.question : `${suites.length} questions`
}

function firstScreen(record: RunRecord, views: readonly SuiteView[]): Markup {
  const { environment, startedAt, seed, steelyard } = record
  const verdicts = hasSummary(record) ? summaryMarkup(record, views) : views.map(answersPart)
  return html`<header>
${views.length === 1 ? html`<p class="kicker">${views[0]?.suite.name ?? ''}</p>` : html`<p class="kicker">Steelyard</p>`}
<h1>${titleOf(record)}</h1>
${bannerPart(record)}
<div class="${hasSummary(record) ? 'first many' : 'first'}"><div class="verdicts">${verdicts}
${record.agreements === undefined ? null : html`<p>${phraseMarkup(agreementSummary(record))}</p>`}</div>
<dl class="machine"><dt>Machine</dt><dd>${machineText(environment)}</dd>
<dt>Affinity</dt><dd>${affinityText(environment)}</dd>
<dt>When</dt><dd>${instantText(startedAt)}, seed ${seed}, Steelyard ${steelyard.version}${steelyard.commit === null ? '' : ` (${steelyard.commit.slice(0, 7)})`}</dd></dl></div>
</header>`
}

function answersPart({ sections }: SuiteView): Markup {
  return html`${sections.map(answerList)}`
}

/** A line for each suite: how often each verdict was given on each target. */
function summaryMarkup(record: RunRecord, views: readonly SuiteView[]): Markup {
  const summaries = summariesOf(record)
  const targets = record.targets.filter(({ id }) =>
    summaries.some(summary => summary.targets.some(({ target }) => target === id)),
  )
  const rows = summaries.map(summary => {
    const anchor = views.find(view => view.suite.name === summary.suite.name)?.anchor ?? ''
    const counts =
      summary.missing.length === 0 ? null : html` <span class="trouble">${countsText(summary)}</span>`
    return [
      html`<a href="#${anchor}">${summary.suite.name}</a>${counts}<br><span class="quiet">${summary.suite.question}</span>`,
      ...targets.map(({ id }) => verdictCounts(summary, id)),
    ]
  })
  const signs = glyphs({ unicode: true })
  return html`${tableMarkup('Verdicts by suite and target', [{ text: 'suite' }, ...targets.map(({ id }) => ({ text: id }))], rows)}
<p class="note">${signs.slower} slower, ${signs.faster} faster, ${signs.same} same, ${signs.inconclusive} inconclusive: how often, against the base of each suite.</p>`
}

function verdictCounts({ targets, bases }: SuiteSummary, id: string): Markup | string {
  const found = targets.find(({ target }) => target === id)
  if (found === undefined) return bases.includes(id) ? html`<span class="quiet">base</span>` : ''
  const signs = glyphs({ unicode: true })
  return html`${found.verdicts.map(({ verdict, count }) => html`<span class="${verdict}">${count}${signs[verdict]}</span> `)}`
}

function bannerPart(record: RunRecord): Markup | null {
  const foreign = foreignPhrase(record)
  if (foreign !== null) return html`<p class="banner">${phraseMarkup(foreign)}</p>`
  if (!record.comparisons.some(comparison => comparison.reason === 'quick')) return null
  return html`<p class="banner">A look is not evidence. For verdicts run: <code>${evidenceCommandText(record)}</code></p>`
}

function suitePart({ suite, anchor, sections }: SuiteView, record: RunRecord, mostPoints: number): Markup {
  const note = scaleNote(sections)
  return html`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${suite.name}</h2>
${hasSummary(record) ? html`<p>${suite.question}</p>${sections.map(answerList)}` : null}
${note === null ? null : html`<p class="note">${note}</p>`}
${startsPart(sections, record.targets)}
${sections.map(section => sectionPart(section, record, mostPoints))}
</section>
`
}

function list(title: string, phrases: readonly Phrase[]): Markup | null {
  return phrases.length === 0 ? null : html`<section><h2>${title}</h2>${phraseList(phrases)}</section>`
}

/** What it takes to judge the numbers, or to make them again. */
function provenance(record: RunRecord): Markup {
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
  const command = html`<p>To reproduce:</p><pre tabindex="0"><code>${commandText(record)}</code></pre>`
  return html`<section><h2>Where it comes from</h2>
${record.foreign === undefined ? command : null}
${tableMarkup(
  'Targets',
  [
    { text: 'target' },
    { text: 'engine' },
    { text: 'flags' },
    { text: 'environment' },
    { text: 'binary' },
    { text: 'clock resolution', numeric: true },
    { text: 'channel', numeric: true },
  ],
  rows,
)}
${phraseList(timersText(record))}
<p class="note">Record <code>${record.id}</code>, ${record.status}, from ${instantText(record.startedAt)} to ${instantText(record.finishedAt)}. Every sample is in it.</p></section>`
}

function instantText(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
