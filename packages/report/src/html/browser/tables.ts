import { all, one } from './dom.ts'
import { unfoldSections } from './folds.ts'

/** Names of columns with numbers, in the order of `data-n`. */
const NUMBERS = ['ratio', 'wall', 'cpu']

interface Entry {
  readonly row: HTMLTableRowElement
  /** In the record, so that any order can be left again. */
  readonly place: number
  readonly case: string
  readonly target: string
  /** One for each of `NUMBERS`, empty where there is none. */
  readonly numbers: readonly string[]
  /** What a filter looks into, in lower case. */
  readonly text: string
  readonly verdict: string
}

interface Table {
  readonly table: HTMLTableElement
  readonly section: HTMLElement
  readonly heads: ReadonlyMap<string, HTMLElement>
  readonly entries: readonly Entry[]
}

/** Without a key entries are in the order of the record, by case. */
const state = { key: '', isDescending: false }
const tables: Table[] = []

/** Lets the reader filter the tables of contenders. */
export function startTables(): void {
  if (document.querySelector('.tools') === null) return
  one('.tools').hidden = all('table.explorer, details.whole').length === 0
  searchField().addEventListener('input', () => {
    unfoldSections()
    show()
  })
}

/** Makes the tables of a new part sortable, and shows them by the filter and order that are set. */
export function addTables(part: ParentNode): void {
  const found = all<HTMLTableElement>('table.explorer', part)
  tables.push(...found.map(tableOf))
  for (const table of found) addSortButtons(table)
  if (found.length === 0) return
  if (state.key !== '' || searchField().value !== '') show()
}

function searchField(): HTMLInputElement {
  return one<HTMLInputElement>('.tools input')
}

function tableOf(table: HTMLTableElement): Table {
  const section = table.closest<HTMLElement>('section.of-params') ?? document.body
  const name = section.dataset.name ?? ''
  const caseAfter = (head: Element) => (head.nextElementSibling as HTMLElement | null)?.dataset.case ?? ''
  return {
    table,
    section,
    heads: new Map(all('tr.group', table).map(head => [caseAfter(head), head])),
    entries: all<HTMLTableRowElement>('tbody tr:not(.group)', table).map((row, place) => {
      const { case: caseId = '', target = '', n = '' } = row.dataset
      return {
        row,
        place,
        case: caseId,
        target,
        numbers: n.split(' '),
        text: `${name} ${caseId} ${row.textContent}`.toLowerCase(),
        verdict: row.querySelector('td.t')?.textContent ?? '',
      }
    }),
  }
}

function sortKeyOf(entry: Entry): number | string | null {
  const place = NUMBERS.indexOf(state.key)
  if (place >= 0) {
    const number = entry.numbers[place] ?? ''
    return number === '' ? null : Number(number)
  }
  if (state.key === 'text') return entry.verdict === '' ? null : entry.verdict
  return state.key === 'name' ? labelOf(entry) : entry.place
}

function labelOf(entry: Entry): string {
  return state.key === '' ? entry.target : `${entry.case} · ${entry.target}`
}

/** Entries without a value come last in both directions. */
function byValue(a: Entry, b: Entry): number {
  const [one, other] = [sortKeyOf(a), sortKeyOf(b)]
  if (one === null || other === null)
    return Number(one === null) - Number(other === null) || a.place - b.place
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), 'en', { numeric: true })
  return (state.isDescending ? -order : order) || a.place - b.place
}

function show(): void {
  const words = searchField()
    .value.toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const shownOf = new Map(
    tables.map(table => [
      table,
      table.entries.filter(({ text }) => words.every(word => text.includes(word))).sort(byValue),
    ]),
  )
  for (const [table, entries] of shownOf) showEntries(table, entries)
  hideEmptySections(shownOf)
  const count = (lists: Iterable<readonly Entry[]>) => [...lists].reduce((sum, { length }) => sum + length, 0)
  const [shown, whole] = [count(shownOf.values()), count(tables.map(({ entries }) => entries))]
  one('.tools [role=status]').textContent = words.length === 0 ? '' : `${shown} of ${whole} shown`
}

function showEntries(found: Table, entries: readonly Entry[]): void {
  const isGrouped = state.key === ''
  const groups = Map.groupBy(entries, entry => (isGrouped ? entry.case : ''))
  const bodies = [...groups].map(([name, members]) => {
    const body = document.createElement('tbody')
    const head = isGrouped ? found.heads.get(name) : undefined
    if (head) body.append(head)
    for (const entry of members) {
      one('th', entry.row).textContent = labelOf(entry)
      body.append(entry.row)
    }
    return body
  })
  for (const body of [...found.table.tBodies]) body.remove()
  found.table.append(...bodies)
  if (found.table.parentElement) found.table.parentElement.hidden = entries.length === 0
  for (const button of all('thead button', found.table)) showOrder(button.parentElement)
  one('thead button', found.table).textContent = isGrouped ? 'target' : 'case · target'
}

function showOrder(head: HTMLElement | null): void {
  if (head === null) return
  if (head.dataset.k === state.key)
    head.setAttribute('aria-sort', state.isDescending ? 'descending' : 'ascending')
  else head.removeAttribute('aria-sort')
}

function hideEmptySections(shownOf: ReadonlyMap<Table, readonly Entry[]>): void {
  for (const [section, own] of Map.groupBy(tables, table => table.section)) {
    const cases = new Set(own.flatMap(table => shownOf.get(table)?.map(entry => entry.case) ?? []))
    for (const fold of all('details.case', section)) fold.hidden = !cases.has(fold.dataset.case ?? '')
    section.hidden = cases.size === 0
  }
  for (const suite of all('section.suite')) {
    const own = tables.filter(({ table }) => suite.contains(table))
    suite.hidden = own.length > 0 && own.every(({ section }) => section.hidden)
  }
}

/** A third click on a column returns to the order of the record. */
function sortBy(key: string): void {
  const isSame = state.key === key
  if (isSame && state.isDescending) Object.assign(state, { key: '', isDescending: false })
  else Object.assign(state, { key, isDescending: isSame })
  show()
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
