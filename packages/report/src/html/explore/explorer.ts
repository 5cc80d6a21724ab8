import { phraseText } from '@steelyard/text'
import { wallValue } from '../../content/foreign.ts'
import type { CasePart } from '../../content/report-document.ts'
import type { ColumnId, ContenderRow, Contenders } from '../../content/tables/contenders.ts'
import { html, type Markup } from '../markup.ts'
import { fieldMarkup } from '../table.ts'

/** Columns in their order, and `data-k`: by which of the numbers of a row, or by the text of the field, it is sorted. */
const COLUMNS: readonly { readonly id: ColumnId; readonly sortBy: string | null }[] = [
  { id: 'ratio', sortBy: 'ratio' },
  { id: 'verdict', sortBy: 'text' },
  { id: 'otherRatio', sortBy: null },
  { id: 'wall', sortBy: 'wall' },
  { id: 'cpu', sortBy: 'cpu' },
]

interface CasePlace {
  /** Whether its anchor stands elsewhere, and not here. */
  readonly isElsewhere: boolean
  /** Its description or its code, as much as a line has room for; null where both are unknown. */
  readonly about: Markup | null
}

/** Returns contenders by case, which a script sorts and filters; `caption` is for readers who do not see the page. */
export function explorerMarkup(
  { columns }: Contenders,
  cases: readonly CasePart[],
  caption: string,
  placeOf: (found: CasePart) => CasePlace,
): Markup | null {
  if (cases.every(({ rows }) => rows.length === 0)) return null
  const shown = COLUMNS.flatMap(({ id, sortBy }) => {
    const column = columns.find(each => each.id === id)
    return column === undefined ? [] : [{ ...column, sortBy }]
  })
  const heads = shown.map(
    ({ text, numeric, sortBy }) =>
      html`<th class="${numeric ? 'n' : 't'}"${sortBy === null ? null : html` data-k="${sortBy}"`}>${phraseText(text)}</th>`,
  )
  return html`<div class="scroll wide" tabindex="0" role="group" aria-label="${caption}"><table class="explorer"><caption>${caption}</caption><thead><tr><th data-k="name">target</th>${heads}</tr></thead>
${cases.map(
  found =>
    html`<tbody>${groupHead(found, shown.length + 1, placeOf(found))}${found.rows.map(
      row =>
        html`${rowHead(row)}${shown.map(({ id, numeric }) => html`<td${numeric ? null : html` class="t"`}>${fieldMarkup(row.values[id])}`)}`,
    )}</tbody>`,
)}</table></div>`
}

/** The name of a case, which leads to more of it; where there is no more it is what links to the case lead to. */
function groupHead(
  { case: caseId, anchor }: CasePart,
  width: number,
  { isElsewhere, about }: CasePlace,
): Markup {
  const heading = isElsewhere ? html`<a href="#${anchor}">${caseId}</a>` : caseId
  const id = isElsewhere ? null : html` id="${anchor}"`
  return html`<tr class="group"${id}><th colspan="${width}" scope="rowgroup">${heading}${about && html` ${about}`}`
}

function rowHead({ result, comparison }: ContenderRow): Markup {
  const numbers = [comparison?.ratio.value, wallValue(result), result.cpuNs?.value]
  const texts = numbers.map(number => (number == null ? '' : Number(number.toPrecision(6))))
  return html`<tr data-case="${result.case}" data-target="${result.target}" data-n="${texts.join(' ')}"><th>${result.target}`
}

export function pValueText(pValue: number): string {
  return pValue < 1e-4 ? '<0.0001' : pValue.toPrecision(2)
}
