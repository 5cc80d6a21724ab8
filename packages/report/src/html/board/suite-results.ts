import { gridsOf, notePhrases } from '../../charts/matrix/grids-of.ts'
import { answerOfSections } from '../../content/matrix/answer.ts'
import { isWhole, type KeptRecord } from '../../scoreboard/kept-record.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'
import { matrixTable } from '../matrix/matrix-table.ts'
import type { Places } from './board-matrix.ts'

/** Returns what each record says of one suite: its ratios, with what they rest on. Previews have no verdicts. */
export function suiteResultsMarkup(
  suite: string,
  kept: readonly KeptRecord[],
  places: Places,
): Markup | null {
  const parts = kept
    .filter(each => isWhole(each) && each.record.comparisons.some(({ verdict }) => verdict !== null))
    .toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt))
    .flatMap(each => resultPart(suite, each, places) ?? [])
  return parts.length === 0
    ? null
    : html`<section><h2 id="ratios">What each record says</h2>
${parts}</section>`
}

function resultPart(name: string, kept: KeptRecord, places: Places): Markup | null {
  const { record, sections, day, entry } = kept
  const { suites, machine } = answerOfSections(record, sections)
  const answer = suites.find(({ suite }) => suite.name === name)
  if (answer === undefined) return null
  const grids = gridsOf(answer, record.targets).filter(({ view }) => view === 'targets' || view === 'cases')
  return html`<h3>${day}, ${entry.machine}</h3>
<p class="note">${machine.method.join(', ')}. Record <a href="${places.record(kept)}">${kept.name}</a>.</p>
${grids.map(
  grid => html`<div class="heat">${matrixTable(grid, `${grid.about}, ${kept.name}`)}
<p class="note">${notePhrases(grid).map(phrase => html`${phraseMarkup(phrase)}. `)}</p></div>
`,
)}`
}
