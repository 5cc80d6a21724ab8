import { formatPercent, glyphs } from '@steelyard/text'
import { headingsOf } from '../../content/document.ts'
import { NONE_APART } from '../../content/summary.ts'
import { type BoardCell, type BoardRow, boardRows, type Contest } from '../../scoreboard/board.ts'
import type { KeptRecord } from '../../scoreboard/kept-record.ts'
import { html, type Markup } from '../markup.ts'
import { tableMarkup } from '../table.ts'
import { type Places, sourceField, suiteLink } from './places.ts'
import { ratioField } from './ratio-field.ts'

const VERDICTS = ['slower', 'faster', 'same', 'inconclusive'] as const
const SIGNS = glyphs({ unicode: true })

/**
 * Returns runtimes over suites: how each runtime stands to the base, and what forms of a case cost within each. A row is
 * one suite of one record, with its day and machine. Nothing is added up over rows.
 */
export function scoreboardMarkup(kept: readonly KeptRecord[], places: Places): Markup {
  const [runtimes, cases] = (['runtimes', 'cases'] as const).map(contest => boardRows(kept, contest))
  return html`<section><h2 id="runtimes">Runtimes against each other</h2>
<p>The same case on several runtimes, in turn in the same launches. Over 1, the runtime takes longer than the base.</p>
${boardTable('runtimes', runtimes ?? [], places)}</section>
<section><h2 id="cases">Cases within each runtime</h2>
<p>Cases of a suite against its baseline, in the same runtime. Over 1, the case takes longer than the baseline. These suites
say nothing of one runtime against another.</p>
${boardTable('cases', cases ?? [], places)}</section>
<section><h2 id="how-to-read">How to read it</h2>
${legend([...(runtimes ?? []), ...(cases ?? [])])}
<ul><li>A row holds for its machine and its day. The same suite on another machine may come out the other way round, so no
row is combined with another, and no runtime has a total.</li>
<li>Machines whose CPU is not identified may differ although they have one name.</li>
<li>Previews have no verdicts, so they are not here. Nor are builds with flags, and builds that come from no registry.</li></ul></section>
`
}

function boardTable(contest: Contest, rows: readonly BoardRow[], places: Places): Markup {
  if (rows.length === 0) return html`<p>No record has verdicts of this kind.</p>`
  const runtimes = Array.from(new Set(rows.flatMap(runtimesOf)))
  const fields = rows.map(row => [
    html`${suiteLink(row.suite.name, places)}<br><span class="quiet">${row.counts}, against ${row.bases.join(', ')}</span>`,
    ...runtimes.map(runtime => cellMarkup(row, runtime)),
    sourceField(row.kept, places),
  ])
  const title = contest === 'runtimes' ? 'Runtimes against each other' : 'Cases within each runtime'
  return html`<div class="board">${tableMarkup(title, headingsOf(['suite', ...runtimes, 'record, day, machine']), fields)}</div>`
}

/** The base first where it is a runtime. */
function runtimesOf({ kept, bases, cells }: BoardRow): string[] {
  const baseRuntimes = kept.record.targets
    .filter(({ id }) => bases.includes(id))
    .map(({ runtime }) => runtime)
  return [...baseRuntimes, ...cells.map(({ runtime }) => runtime)]
}

function cellMarkup({ kept, bases, cells }: BoardRow, runtime: string): Markup {
  const found = cells.filter(cell => cell.runtime === runtime)
  const base = kept.record.targets.find(target => target.runtime === runtime && bases.includes(target.id))
  if (found.length > 0) return html`${found.map(cellPart)}`
  if (base !== undefined) return html`<span class="quiet">base<br>${base.version}</span>`
  return html`<span class="quiet">not run</span>`
}

function cellPart({ target, verdicts, furthest }: BoardCell): Markup {
  const counts = verdicts.map(
    ({ verdict, count }) => html`<span class="${verdict}">${count} ${SIGNS[verdict]}</span> `,
  )
  const ratio =
    furthest === null
      ? html`<span class="quiet">${NONE_APART}</span>`
      : html`${ratioField(furthest.comparison)} <span class="quiet">${furthest.label}</span>`
  return html`<span class="counts">${counts}</span><br>${ratio}<br><span class="quiet">${target}</span>`
}

function legend(rows: readonly BoardRow[]): Markup {
  const levels = new Set(
    rows.flatMap(({ cells }) => cells.flatMap(({ furthest }) => furthest?.comparison.ratio.level ?? [])),
  )
  const signs = VERDICTS.map(verdict => html` <span class="${verdict}">${SIGNS[verdict]} ${verdict}</span>`)
  return html`<p>In each field: how often each verdict was given (${signs}). Then the ratio that is furthest from 1, judged by
the near end of its interval, with its ${Array.from(levels, formatPercent).join(' or ')} interval over n launches, and its case.</p>`
}
