import { baseName } from '../../content/axis.ts'
import { headingsOf } from '../../content/document.ts'
import { paramsText, type Section } from '../../content/section.ts'
import { type Contest, contestSections } from '../../scoreboard/board.ts'
import { isWhole, type KeptRecord } from '../../scoreboard/kept-record.ts'
import { html, type Markup } from '../markup.ts'
import { tableMarkup } from '../table.ts'
import { type Places, recordLink } from './places.ts'
import { ratioField, verdictField } from './ratio-field.ts'

/** Returns what records say of one suite: runtimes against each other, and cases within each, a table for each record. */
export function suiteResultsMarkup(suite: string, kept: readonly KeptRecord[], places: Places): Markup {
  const own = kept
    .filter(isWhole)
    .filter(({ record }) => record.suites.some(({ name }) => name === suite))
    .toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt))
  return html`${contestPart('Runtimes against each other', 'runtimes', suite, own, places)}
${contestPart('Cases within each runtime', 'cases', suite, own, places)}`
}

function contestPart(
  title: string,
  contest: Contest,
  suite: string,
  kept: readonly KeptRecord[],
  places: Places,
): Markup | null {
  const tables = kept.flatMap(each =>
    contestSections(each, contest)
      .filter(section => section.suite.name === suite && isJudged(section))
      .map(section => sectionTable(section, contest, each, places)),
  )
  return tables.length === 0
    ? null
    : html`<section><h2 id="${contest}">${title}</h2>
${tables}</section>`
}

/** Previews have no verdicts. */
function isJudged({ comparisons }: Section): boolean {
  return comparisons.some(({ verdict }) => verdict !== null)
}

function sectionTable(section: Section, contest: Contest, kept: KeptRecord, places: Places): Markup {
  const axis = contest === 'cases' ? 'cases' : 'targets'
  const params = paramsText(section.params)
  const byBase = Map.groupBy(section.comparisons, each => baseName(each, axis))
  const tables = Array.from(byBase, ([base, comparisons]) => {
    const heads = Array.from(new Set(comparisons.map(({ head }) => head)))
    const order = section.results.map(result => result.case)
    const cases = Array.from(new Set(comparisons.map(each => each.case))).toSorted(
      (a, b) => order.indexOf(a) - order.indexOf(b),
    )
    const rows = cases.map(id => [
      html`<code>${id}</code>`,
      ...heads.map(head => {
        const found = comparisons.find(each => each.case === id && each.head === head)
        return found === undefined ? '' : html`${ratioField(found)}<br>${verdictField(found)}`
      }),
    ])
    const about = `Ratios to ${base}${params === '' ? '' : ` (${params})`}, ${kept.day}, ${kept.machine}`
    return html`<p class="note">Ratios to <code>${base}</code>${params === '' ? null : html`, <code>${params}</code>`}. Record ${recordLink(kept, places)}.</p>
${tableMarkup(about, headingsOf(['case', ...heads]), rows)}`
  })
  return html`<h3>${kept.day}, ${kept.machine}</h3>
${tables}`
}
