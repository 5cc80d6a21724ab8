import { all, one } from './dom.ts'
import { unfoldSections } from './folds.ts'

/** Names of columns with numbers, in the order of `data-n`. */
const NUMBERS = ['ratio', 'wall', 'cpu']

/** A contender, and where it stands in the order of the record. */
interface Row {
  readonly row: HTMLTableRowElement
  readonly body: Element
  /** What a filter looks into, in lower case. */
  readonly text: string
}

/** Without a key rows are in the order of the record, by case. */
const state = { key: '', isDescending: false }
/** Rows of each table, in the order of the record. */
const rowsOf = new Map<HTMLTableElement, readonly Row[]>()

/** Lets the reader filter the tables of contenders. */
export function startTables(): void {
  if (document.querySelector('.tools') === null) return
  one('.tools').hidden = all('table.explorer, details.whole').length === 0
  searchField().addEventListener('input', () => {
    unfoldSections()
    filter()
  })
}

/** Makes the tables of a new part sortable, and shows them by the filter and order that are set. */
export function addTables(part: ParentNode): void {
  const found = all<HTMLTableElement>('table.explorer', part)
  for (const table of found) {
    const name = table.closest<HTMLElement>('section.of-params')?.dataset.name ?? ''
    const rows = all<HTMLTableRowElement>('tr[data-case]', table).map(row => {
      const text = `${name} ${row.dataset.case} ${row.textContent}`.toLowerCase()
      return { row, body: row.parentElement ?? table, text }
    })
    rowsOf.set(table, rows)
    addSortButtons(table)
    if (state.key !== '') sort(table, rows)
  }
  if (found.length > 0 && searchField().value !== '') filter()
}

function searchField(): HTMLInputElement {
  return one<HTMLInputElement>('.tools input')
}

/** Sorted rows stand below each other without the heads of their cases. */
function sort(table: HTMLTableElement, rows: readonly Row[]): void {
  const isGrouped = state.key === ''
  for (const each of isGrouped ? rows : rows.toSorted(byValue)) {
    one('th', each.row).textContent = labelOf(each)
    ;(isGrouped ? each.body : table.tBodies[0])?.append(each.row)
  }
  for (const head of all('thead th[data-k]', table)) {
    if (head.dataset.k === state.key)
      head.setAttribute('aria-sort', state.isDescending ? 'descending' : 'ascending')
    else head.removeAttribute('aria-sort')
  }
  one('thead button', table).textContent = isGrouped ? 'target' : 'case · target'
}

function labelOf({ row: { dataset } }: Row): string {
  return state.key === '' ? (dataset.target ?? '') : `${dataset.case} · ${dataset.target}`
}

/** Rows without a value come last in both directions. */
function byValue(a: Row, b: Row): number {
  const [one, other] = [sortTextOf(a), sortTextOf(b)]
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  const order = NUMBERS.includes(state.key)
    ? Number(one) - Number(other)
    : one.localeCompare(other, 'en', { numeric: true })
  return state.isDescending ? -order : order
}

function sortTextOf(each: Row): string {
  if (state.key === 'name') return labelOf(each)
  if (state.key === 'text') return each.row.querySelector('td.t')?.textContent ?? ''
  return each.row.dataset.n?.split(' ')[NUMBERS.indexOf(state.key)] ?? ''
}

/** Hides rows without the words of the filter, and what is about nothing else. */
function filter(): void {
  const words = searchField().value.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = [...rowsOf.values()].flat()
  for (const { row, text } of rows) row.hidden = !words.every(word => text.includes(word))
  showHeads()
  for (const section of all('section.of-params')) {
    const cases = new Set(all('tr[data-case]:not([hidden])', section).map(({ dataset }) => dataset.case))
    for (const fold of all('details.case', section)) fold.hidden = !cases.has(fold.dataset.case)
    section.hidden = words.length > 0 && cases.size === 0
  }
  for (const suite of all('section.suite'))
    suite.hidden = all('section.of-params', suite).every(({ hidden }) => hidden)
  const shown = rows.filter(({ row }) => !row.hidden).length
  one('.tools [role=status]').textContent = words.length === 0 ? '' : `${shown} of ${rows.length} shown`
}

/** The name of a case stands above its rows, where any are shown there. */
function showHeads(): void {
  for (const head of all('tr.group')) {
    const shown = head.parentElement?.querySelector('tr[data-case]:not([hidden])')
    head.hidden = state.key !== '' || !shown
  }
}

/** A third click on a column returns to the order of the record. */
function sortBy(key: string): void {
  const isSame = state.key === key
  if (isSame && state.isDescending) Object.assign(state, { key: '', isDescending: false })
  else Object.assign(state, { key, isDescending: isSame })
  for (const [table, rows] of rowsOf) sort(table, rows)
  showHeads()
}

function addSortButtons(table: HTMLTableElement): void {
  for (const head of all('thead th[data-k]', table)) {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...head.childNodes)
    button.addEventListener('click', () => sortBy(head.dataset.k ?? ''))
    head.append(button)
  }
}
