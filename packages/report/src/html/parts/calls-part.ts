import type { RunRecord } from '@steelyard/record'
import { quantile } from '@steelyard/stats'
import { formatDuration } from '@steelyard/text'
import { seriesOf } from '../../charts/draw/palette.ts'
import { type Curve, percentileChart, sharesOf, shareText } from '../../charts/percentile-chart.ts'
import { callFigures } from '../../content/figures/call-figures.ts'
import type { Section } from '../../content/section.ts'
import type { CaseRows } from '../../content/tables/contenders.ts'
import { figureMarkup } from '../figure.ts'
import { html, type Markup, phraseMarkup } from '../markup.ts'
import { tableMarkup } from '../table.ts'

/** Returns what single calls of a case took; null where none were timed. */
export function callsPart(found: CaseRows, section: Section, targets: RunRecord['targets']): Markup | null {
  const results = section.results.filter(result => result.case === found.case)
  const figures = callFigures({ ...section, results }, { unicode: true })
  if (figures === null) return null
  const curves = results.flatMap(({ target, calls }) =>
    calls && calls.wallNs.length > 0
      ? [callsCurve(found.case, target, seriesOf(targets, target), calls.wallNs)]
      : [],
  )
  const budgetNs = results.flatMap(({ calls }) => calls?.budget?.budgetNs ?? [])[0] ?? null
  const budget = budgetNs === null ? '' : ` Dashed: the budget, ${formatDuration(budgetNs)}.`
  const table = tableMarkup(`${found.case}: single calls`, figures.headings, figures.rows)
  const label = 'share of the calls that took no longer'
  const picture =
    curves.length === 0
      ? table
      : figureMarkup({
          title: 'Single calls by percentile.',
          hint: `Wall time, one process for each target.${budget}`,
          svg: percentileChart(`${found.case}: single calls by percentile`, curves, {
            ...{ label, aside: 'single calls', limitNs: budgetNs },
          }),
          table,
        })
  const notes = (figures.notes ?? []).map(note => html`<p class="note">${phraseMarkup(note)}</p>`)
  return html`<div class="figures">${picture}</div>${notes}`
}

/** Points of a line. */
const POINTS = 60

/** What single calls took by percentile; round percentiles have a mark where there are enough calls. */
function callsCurve(group: string, label: string, runtime: string, wallNs: readonly number[]): Curve {
  const sorted = wallNs.toSorted((a, b) => a - b)
  const end = Math.log10(Math.max(2, sorted.length))
  const marked = sharesOf(sorted.length).map(share => {
    const ns = quantile(sorted, share)
    const title = `${label}: ${shareText(share)} of ${sorted.length} calls took at most ${formatDuration(ns)}`
    return { share, ns, title }
  })
  const plain = Array.from({ length: POINTS }, (_, index) => {
    const share = 1 - 10 ** ((-end * index) / (POINTS - 1))
    return { share, ns: quantile(sorted, share), title: null }
  })
  return { group, label, runtime, points: [...plain, ...marked].sort((a, b) => a.share - b.share) }
}
