import type { SuiteRecord } from '@steelyard/record'
import { codeLine, phraseText } from '@steelyard/text'
import { codeOf, descriptionOf } from '../../content/case-code.ts'
import type { CasePart, SectionPart } from '../../content/report-document.ts'
import { timeValue } from '../../content/result-time.ts'
import { sectionName } from '../../content/section.ts'
import type { ColumnId, ContenderRow } from '../../content/tables/contenders.ts'
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

const LONGEST_LINE = 200

/** Returns contenders by case, which a script sorts and filters; `contents` is what stands elsewhere of each case. */
export function explorerMarkup(
  { contenders, section }: SectionPart,
  contents: ReadonlyMap<CasePart, Markup | null>,
): Markup | null {
  if (contents.size === 0) return null
  const caption = `${sectionName(section)}: ratios, verdicts and times of all contenders`
  const shown = COLUMNS.flatMap(({ id, sortBy }) => {
    const column = contenders.columns.find(each => each.id === id)
    return column === undefined ? [] : [{ ...column, sortBy }]
  })
  const heads = shown.map(
    ({ text, numeric, sortBy }) =>
      html`<th class="${numeric ? 'n' : 't'}"${sortBy === null ? null : html` data-k="${sortBy}"`}>${phraseText(text)}</th>`,
  )
  return html`<div class="scroll wide" tabindex="0" role="group" aria-label="${caption}"><table class="explorer"><caption>${caption}</caption><thead><tr><th data-k="name">target</th>${heads}</tr></thead>
${Array.from(
  contents,
  ([found, content]) =>
    html`<tbody>${groupHead(found, section.suite, shown.length + 1, content !== null)}${found.rows.map(
      row =>
        html`${rowHead(row)}${shown.map(({ id, numeric }) => html`<td${numeric ? null : html` class="t"`}>${fieldMarkup(row.values[id])}`)}`,
    )}</tbody>`,
)}</table></div>`
}

/** The name of a case, which leads to more of it; where there is no more it is what links to the case lead to. */
function groupHead(
  { case: caseId, anchor }: CasePart,
  suite: SuiteRecord,
  width: number,
  isElsewhere: boolean,
): Markup {
  const about = aboutCase(suite, caseId)
  const heading = isElsewhere ? html`<a href="#${anchor}">${caseId}</a>` : caseId
  const id = isElsewhere ? null : html` id="${anchor}"`
  return html`<tr class="group"${id}><th colspan="${width}" scope="rowgroup">${heading}${about && html` ${about}`}`
}

/** Returns a line of a case's description, or else of its code; null where both are unknown. */
function aboutCase(suite: SuiteRecord, caseId: string): Markup | null {
  const about = descriptionOf(suite, caseId)
  if (about !== null) return html`<span class="source">${about.slice(0, LONGEST_LINE)}</span>`
  const code = codeOf(suite, caseId)
  return code === null ? null : html`<code class="source">${codeLine(code).slice(0, LONGEST_LINE)}</code>`
}

function rowHead({ result, comparison }: ContenderRow): Markup {
  const numbers = [comparison?.ratio.value, timeValue(result, 'wall'), timeValue(result, 'cpu')]
  const texts = numbers.map(number => (number == null ? '' : Number(number.toPrecision(6))))
  return html`<tr data-case="${result.case}" data-target="${result.target}" data-n="${texts.join(' ')}"><th>${result.target}`
}

export function pValueText(pValue: number): string {
  return pValue < 1e-4 ? '<0.0001' : pValue.toPrecision(2)
}
