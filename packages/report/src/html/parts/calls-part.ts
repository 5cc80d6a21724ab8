import { quantile } from '@steelyard/stats'
import { formatDuration } from '@steelyard/text'
import { type Curve, curveChart } from '../../charts/curve-chart.ts'
import { percentileAxis, placeOfShare, sharesUpTo, shareText } from '../../charts/percentile-axis.ts'
import { callFigures } from '../../content/figures/call-figures.ts'
import type { Section } from '../../content/section.ts'
import type { CaseRows } from '../contender-rows.ts'
import { figureMarkup } from '../figure.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'
import { tableMarkup } from '../table.ts'

/** Returns what single calls of a case took; null where none were timed. */
export function callsPart(found: CaseRows, section: Section): Markup | null {
  const ofCase = { ...section, results: section.results.filter(result => result.case === found.case) }
  const figures = callFigures(ofCase, { unicode: true })
  if (figures === null) return null
  const byTarget = new Map(found.rows.map(row => [row.result.target, row]))
  const lines = Array.from(byTarget.values()).flatMap(({ result, runtime }) =>
    result.calls && result.calls.wallNs.length > 0
      ? [callsCurve(found.case, result.target, runtime, result.calls.wallNs)]
      : [],
  )
  const budgetNs = found.rows.flatMap(({ result }) => result.calls?.budget?.budgetNs ?? [])[0] ?? null
  const budget = budgetNs === null ? '' : ` Dashed: the budget, ${formatDuration(budgetNs)}.`
  const table = tableMarkup(`${found.case}: single calls`, figures.headings, figures.rows)
  const picture =
    lines.length === 0
      ? table
      : figureMarkup({
          title: 'Single calls by percentile.',
          hint: `Wall time, one process for each target.${budget}`,
          svg: curveChart(
            `${found.case}: single calls by percentile`,
            lines,
            percentileAxis(
              Math.max(...lines.map(({ points }) => points.at(-1)?.x ?? 0)),
              'share of the calls that took no longer',
            ),
            { aside: 'single calls', limitNs: budgetNs },
          ),
          table,
        })
  const notes = (figures.notes ?? []).map(note => html`<p class="note">${phraseMarkup(note)}</p>`)
  return html`<div class="figures">${picture}</div>${notes}`
}

/** Points of a line. */
const POINTS = 60

/** What single calls took by percentile; the round percentiles that so many calls can show have a mark. */
function callsCurve(group: string, label: string, runtime: string, wallNs: readonly number[]): Curve {
  const sorted = wallNs.toSorted((a, b) => a - b)
  const end = Math.log10(Math.max(2, sorted.length))
  const marked = sharesUpTo(end).map(share => {
    const ns = quantile(sorted, share)
    const title = `${label}: ${shareText(share)} of ${sorted.length} calls took at most ${formatDuration(ns)}`
    return { x: placeOfShare(share), ns, title }
  })
  const plain = Array.from({ length: POINTS }, (_, index) => {
    const x = (end * index) / (POINTS - 1)
    return { x, ns: quantile(sorted, 1 - 10 ** -x), title: null }
  })
  return { group, label, runtime, points: [...plain, ...marked].sort((a, b) => a.x - b.x) }
}
