import { glyphs, shortEstimate } from '@steelyard/text'
import { ratioShade } from '../../charts/matrix/shade.ts'
import { machineStateOf } from '../../content/matrix/machine-state.ts'
import { type BoardCell, type BoardRow, boardRows, type Contest } from '../../scoreboard/board.ts'
import type { KeptRecord } from '../../scoreboard/kept-record.ts'
import { html, type Markup } from '../markup.ts'
import { type Places, suiteLink } from './places.ts'

const CHARSET = { unicode: true }

/**
 * Returns suites × runtimes as a heat matrix with a switch between machines. A row is one record of its suite on that
 * machine: with the most runtimes, then a quiet one, then the newest. A field is the ratio furthest from 1; fields are never added up.
 */
export function boardMatrixMarkup(
  kept: readonly KeptRecord[],
  contest: Contest,
  places: Places,
): Markup | null {
  const byMachine = Map.groupBy(boardRows(kept, contest), row => row.kept.entry.machine)
  const machines = Array.from(byMachine, ([machine, rows]) => ({ machine, rows: newestOf(rows) })).toSorted(
    (a, b) => b.rows.length - a.rows.length,
  )
  if (machines.length === 0) return null
  const choices = machines.map(
    ({ machine }, index) =>
      html`<label><input type="radio" name="machine-${contest}" value="m${index}"${index === 0 ? html` checked` : null}><span>${machine}</span></label>`,
  )
  return html`<div class="heat">${machines.length > 1 ? html`<fieldset class="switch"><legend class="unseen">Machine</legend>${choices}</fieldset>` : null}
${machines.map(({ machine, rows }, index) => html`<div class="view m${index}">${machineTable(machine, rows, places)}</div>`)}
<p class="note">Each field: time ÷ ${contest === 'runtimes' ? html`the base's` : html`the baseline's`} for the case that differs most, with its interval. Hatched: none beyond its interval, or
undecided. A row is one record of one day; a click opens it.</p></div>`
}

/** The record with the most runtimes of each suite; a quiet one where there are several, and of these the newest. */
function newestOf(rows: readonly BoardRow[]): BoardRow[] {
  const bySuite = Map.groupBy(rows, ({ suite }) => suite.name)
  return Array.from(bySuite.values()).flatMap(
    own =>
      own.toSorted((a, b) => b.cells.length - a.cells.length || Number(isQuiet(b)) - Number(isQuiet(a)))[0] ??
      [],
  )
}

function isQuiet({ kept }: BoardRow): boolean {
  return !machineStateOf(kept.record).isNoisy
}

function machineTable(machine: string, rows: readonly BoardRow[], places: Places): Markup {
  const runtimes = Array.from(
    new Set(rows.flatMap(({ kept }) => kept.record.targets.map(each => each.runtime))),
  )
  const ratios = rows.flatMap(({ cells }) =>
    cells.flatMap(({ furthest }) => furthest?.comparison.ratio.value ?? []),
  )
  const scale = [Math.min(1, ...ratios), Math.max(1, ...ratios)] as const
  const body = rows.map(
    row => html`<tr><th scope="row">${suiteLink(row.suite.name, places)} <span class="quiet">${row.kept.day}${isQuiet(row) ? null : ', noisy'}</span></th>${runtimes.map(runtime => cellMarkup(row, runtime, scale, places))}</tr>
`,
  )
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Runtimes by suite on ${machine}"><table><caption>Runtimes by suite on ${machine}</caption><thead><tr><td></td>${runtimes.map(runtime => html`<th scope="col">${runtime}</th>`)}</tr></thead><tbody>${body}</tbody></table></div>`
}

function cellMarkup(
  row: BoardRow,
  runtime: string,
  scale: readonly [number, number],
  places: Places,
): Markup {
  const { kept, bases, cells } = row
  const cell = cells.find(each => each.runtime === runtime)
  if (cell !== undefined) return ratioMarkup(cell, places.record(kept), scale)
  const isBase = kept.record.targets.some(target => target.runtime === runtime && bases.includes(target.id))
  return html`<td class="${isBase ? 'base' : 'none'}"><span>${isBase ? 'base' : ''}</span></td>`
}

function ratioMarkup(
  { verdicts, furthest }: BoardCell,
  href: string,
  scale: readonly [number, number],
): Markup {
  const counts = verdicts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')
  if (furthest === null) return html`<td class="open"><a href="${href}" title="${counts}">?</a></td>`
  const { ratio, verdict } = furthest.comparison
  const { value, interval } = shortEstimate(ratio, CHARSET)
  return html`<td class="${ratioShade(verdict, ratio.value, scale)}"><a href="${href}" title="${counts}"><b>${value}</b><i>${interval}</i>${glyphs(CHARSET)[verdict ?? 'inconclusive']}<br><small>${furthest.label}</small></a></td>`
}
