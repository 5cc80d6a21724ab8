import type { ComparisonRecord } from '@steelyard/record'
import { glyphs } from '@steelyard/text'
import { headingsOf } from '../../content/document.ts'
import { verdictCounts } from '../../content/summary.ts'
import type { KeptRecord } from '../../scoreboard/kept-record.ts'
import { html, type Markup } from '../markup.ts'
import { tableMarkup } from '../table.ts'
import { type Places, recordLink, suiteLink } from './places.ts'

const MOST_TARGETS = 6

/** Returns records as a list, the newest first: what each is about, on which machine, and how often each verdict was given. */
export function recordListMarkup(kept: readonly KeptRecord[], places: Places): Markup {
  const rows = kept
    .toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt))
    .map(each => [
      html`${recordLink(each, places)}<br><span class="quiet">${each.record.status}, <a href="${places.file(each)}">JSON</a></span>`,
      html`${each.record.suites.map(({ name }, index) => html`${index === 0 ? null : ', '}${suiteLink(name, places)}`)}`,
      targetsText(each),
      countsMarkup(each.record.comparisons),
      html`${each.day}<br><span class="quiet">${each.machine}</span>`,
    ])
  return html`<div class="board">${tableMarkup('Records, the newest first', headingsOf(['record', 'suites', 'targets', 'verdicts', 'day and machine']), rows)}</div>`
}

function targetsText({ record }: KeptRecord): string {
  const ids = record.targets.map(({ id }) => id)
  const rest = ids.length - MOST_TARGETS
  return [...ids.slice(0, MOST_TARGETS), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

function countsMarkup(comparisons: readonly ComparisonRecord[]): Markup {
  const counts = verdictCounts(comparisons)
  if (counts.length === 0) return html`<span class="quiet">none</span>`
  const signs = glyphs({ unicode: true })
  return html`${counts.map(({ verdict, count }) => html`<span class="${verdict}">${count} ${signs[verdict]}</span> `)}`
}
