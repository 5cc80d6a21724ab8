import type { RunRecord } from '@steelyard/record'
import { name, phraseText } from '@steelyard/text'
import { headingsOf, type Table } from '../content/document.ts'
import type { SectionPart } from '../content/report-document.ts'
import type { Timers } from '../content/tables/agreement.ts'
import type { Contenders } from '../content/tables/contenders.ts'
import { casePart } from './case-part.ts'
import { caseRowsOf } from './contender-rows.ts'
import { figureMarkup } from './figure.ts'
import { figuresPart } from './figures-table.ts'
import { html, type Markup, phraseList, phraseMarkup } from './markup.ts'
import { memoryPart } from './memory-part.ts'
import { overviewFigures } from './overview-figures.ts'
import { latencyPart } from './server-part.ts'
import { tableMarkup } from './table.ts'
import { variantFigures } from './variant-figures.ts'

/** Returns what a suite says for one choice of parameters. */
export function sectionMarkup(part: SectionPart, targets: RunRecord['targets'], mostPoints: number): Markup {
  const { section, params, contenders, nothing, notes, matrices, timers } = part
  const cases = caseRowsOf(contenders, section, targets)
  const figures = Map.groupBy(part.figures, ({ topic }) => topic)
  return html`<section>
${params === '' ? null : html`<h3><code>${params}</code></h3>`}
${nothing === null ? null : html`<p>${nothing}</p>`}
${part.across && acrossPart(part.across)}
<div class="figures">${[...overviewFigures(part, cases, targets), ...variantFigures(section, targets)].map(figureMarkup)}</div>
${notes.map(note => html`<p class="note">${phraseMarkup(note)}</p>`)}
${figures.get('start')?.map(figuresPart) ?? null}
${figures.has('server') ? latencyPart(section, targets) : null}${figures.get('server')?.map(figuresPart) ?? null}
${figures.get('memory')?.map(memory => memoryPart(memory, section, targets)) ?? null}
${timers && timersPart(timers)}
${matrices.map(matrixPart)}
${cases.map(found => casePart(found, part, mostPoints))}
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

/** Ratios along the other axis: mostly unpaired, so behind a summary. */
function matrixPart({ title, headings, rows }: Table): Markup {
  return html`<details class="across"><summary>${phraseMarkup(title)}</summary>${tableMarkup(phraseText(title), headings, rows)}</details>`
}

/** One table, the timers of each target below its name. */
function timersPart({ title, tables, differences }: Timers): Markup {
  const rows = tables.flatMap(table => [[table.title], ...table.rows])
  const why = differences.items.length === 0 ? null : html`<h4>${differences.title}</h4>`
  return html`<h4>${title}</h4>${tableMarkup(title, tables[0]?.headings ?? [], rows)}${why}${phraseList(differences.items)}`
}

/** Returns the headlines for one choice of parameters. */
export function headlineList({ params, headlines }: SectionPart): Markup | null {
  return html`${params === '' ? null : html`<p><code>${params}</code></p>`}${phraseList(headlines)}`
}
