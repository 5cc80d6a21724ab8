import { formatDuration } from '@steelyard/text'
import { callsChart } from '../../charts/calls-chart.ts'
import { callFigures } from '../../content/figures/call-figures.ts'
import type { Section } from '../../content/section.ts'
import type { CaseRows } from '../contender-rows.ts'
import { figureMarkup } from '../figure.ts'
import { figuresTable } from '../figures-table.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'

/** Returns what single calls of a case took; null where none were timed. */
export function callsPart(found: CaseRows, section: Section): Markup | null {
  const ofCase = { ...section, results: section.results.filter(result => result.case === found.case) }
  const figures = callFigures(ofCase, { unicode: true })
  if (figures === null) return null
  const byTarget = new Map(found.rows.map(row => [row.result.target, row]))
  const lines = Array.from(byTarget.values()).flatMap(({ result, runtime }) =>
    result.calls && result.calls.wallNs.length > 0
      ? [{ label: result.target, runtime, wallNs: result.calls.wallNs }]
      : [],
  )
  const budgetNs = found.rows.flatMap(({ result }) => result.calls?.budget?.budgetNs ?? [])[0] ?? null
  const budget = budgetNs === null ? '' : ` Dashed: the budget, ${formatDuration(budgetNs)}.`
  const table = figuresTable(figures, found.case)
  const picture =
    lines.length === 0
      ? table
      : figureMarkup({
          title: 'Single calls by percentile.',
          hint: `Wall time, one process for each target.${budget}`,
          svg: callsChart(`${found.case}: single calls by percentile`, lines, budgetNs),
          table,
        })
  return html`<div class="figures">${picture}</div>${figures.notes.map(
    note => html`<p class="note">${phraseMarkup(note)}</p>`,
  )}`
}
