import type { RunRecord, SuiteRecord } from '@steelyard/record'
import { codeLine, name, phraseText } from '@steelyard/text'
import { codeOf, descriptionOf } from '../content/case-code.ts'
import { headingsOf, type Table } from '../content/document.ts'
import type { Figures } from '../content/figures/figures.ts'
import type { SectionPart } from '../content/report-document.ts'
import type { Timers } from '../content/tables/agreement.ts'
import type { Contenders } from '../content/tables/contenders.ts'
import { casePart } from './case-part.ts'
import { caseRowsOf } from './contender-rows.ts'
import { caseAnchor } from './explore/contents.ts'
import { explorerMarkup } from './explore/explorer.ts'
import { foldMarkup } from './explore/fold.ts'
import { type Figure, figureMarkup, foldedFigureMarkup } from './figure.ts'
import { figuresPart } from './figures-table.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { memoryPart } from './memory-part.ts'
import { overviewFigures } from './overview-figures.ts'
import { latencyFigures } from './server-part.ts'
import { tableMarkup } from './table.ts'
import { variantFigures } from './variant-figures.ts'

/**
 * Returns what a suite says for one choice of parameters.
 *
 * @param anchor by which its cases are found
 * @param isOne whether it is the only one of its suite
 */
export function sectionMarkup(
  part: SectionPart,
  targets: RunRecord['targets'],
  { anchor, isOne, mostPoints }: SectionPlace,
): Markup {
  const { section, params, contenders, nothing, notes, matrices, timers } = part
  const cases = caseRowsOf(contenders, section, targets)
  const figures = Map.groupBy(part.figures, ({ topic }) => topic)
  const parts = cases.map((found, index) => ({
    found,
    anchor: caseAnchor(anchor, index),
    content: casePart(found, part, mostPoints),
  }))
  const anchors = new Map(parts.map(each => [each.found.case, each]))
  const pictures = overviewFigures(part, cases, targets)
  const variants = variantFigures(section, targets)
  return html`<section class="of-params" data-name="${section.suite.name} ${params}">
<h3 id="${anchor}"${params === '' ? html` class="unseen"` : null}>${params === '' ? 'Results' : html`<code>${params}</code>`}</h3>
${nothing === null ? null : html`<p>${nothing}</p>`}
${part.across && acrossPart(part.across)}
${variants.length === 0 ? null : figureList(variants, figureMarkup)}
${explorerMarkup(part, cases, caseId => anchors.get(caseId) ?? null)}
${notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}
${timers && timersPart(timers)}
${parts.map(({ found, anchor, content }) => content && foldMarkup(caseSummary(section.suite, found.case), content, { id: anchor, className: 'case', ofCase: found.case }))}
${pictures.length === 0 ? null : foldMarkup(html`Charts of this table, to save`, figureList(pictures, foldedFigureMarkup), { className: 'more' })}
${topicPart('Starts', [], figures.get('start') ?? [], isOne)}
${topicPart('Servers', latencyFigures(section, targets), figures.get('server') ?? [], isOne)}
${figures.get('memory')?.map(memory => memoryPart(memory, section, targets)) ?? null}
${matrices.map(matrixPart)}
</section>
`
}

/** The targets that were compared where cases are, a table for each case. */
function acrossPart({ columns, blocks }: Contenders): Markup {
  const tables = blocks.map(({ title, rows }) => {
    const fields = rows.map(row => [[name(row.label)], ...columns.map(({ id }) => row.values[id])])
    return html`<h4><code>${title}</code></h4>${tableMarkup(`${title}: targets compared`, [...headingsOf(['target']), ...columns], fields)}`
  })
  return html`${tables}`
}

/** The name of a case, and as much of its description, or else of its code, as the line has room for. */
function caseSummary(suite: SuiteRecord, caseId: string): Markup {
  const about = descriptionOf(suite, caseId)
  if (about !== null)
    return html`<code>${caseId}</code><span class="source">${about.slice(0, LONGEST_SUMMARY)}</span>`
  const code = codeOf(suite, caseId)
  const line = code === null ? '' : codeLine(code).slice(0, LONGEST_SUMMARY)
  return html`<code>${caseId}</code>${line === '' ? null : html`<code class="source">${line}</code>`}`
}

const LONGEST_SUMMARY = 200

interface SectionPlace {
  readonly anchor: string
  readonly isOne: boolean
  readonly mostPoints: number
}

/** Of several choices of parameters each has so much to say that it is read one by one. */
function topicPart(
  title: string,
  pictures: readonly Figure[],
  figures: readonly Figures[],
  isOne: boolean,
): Markup | null {
  if (figures.length === 0) return null
  const tables = figures.map(figuresPart)
  if (isOne) return html`${pictures.length === 0 ? null : figureList(pictures, figureMarkup)}${tables}`
  const all = html`${pictures.length === 0 ? null : figureList(pictures, foldedFigureMarkup)}${tables}`
  return foldMarkup(html`${title}`, all, { className: 'more' })
}

function figureList(figures: readonly Figure[], markupOf: (figure: Figure) => Markup): Markup {
  return html`<div class="figures">${figures.map(markupOf)}</div>`
}

/** Ratios along the other axis: mostly unpaired, so behind a summary. */
function matrixPart({ title, headings, rows }: Table): Markup {
  return foldMarkup(phraseMarkup(title), tableMarkup(phraseText(title), headings, rows), {
    className: 'more',
  })
}

/** One table, the timers of each target below its name. */
function timersPart({ title, tables, differences }: Timers): Markup {
  const rows = tables.flatMap(table => [[table.title], ...table.rows])
  const why = differences.items.length === 0 ? null : html`<h4>${differences.title}</h4>`
  return html`<h4>${title}</h4>${tableMarkup(title, tables[0]?.headings ?? [], rows)}${why}${phraseList(differences.items)}`
}

/** Returns the headlines for one choice of parameters, the first of many at once. */
export function headlineList({ params, headlines }: SectionPart): Markup | null {
  const more = headlines.slice(MOST_HEADLINES)
  const rest =
    more.length === 0
      ? null
      : html`<details><summary>${more.length} more</summary>${phraseList(more)}</details>`
  return html`${params === '' ? null : html`<p><code>${params}</code></p>`}${phraseList(headlines.slice(0, MOST_HEADLINES))}${rest}`
}

const MOST_HEADLINES = 8
