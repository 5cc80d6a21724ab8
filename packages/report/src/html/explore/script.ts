import { createHash } from 'node:crypto'
import { POINTER_SCRIPT } from './pointer-script.ts'

/**
 * Unfolds what is kept as text until then, filters, sorts and groups the tables, and saves pictures in the colours of the
 * moment. Names of a record are only ever set as text.
 */
export const SCRIPT: string = `
'use strict'
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const tools = document.querySelector('.tools')
const [search, select] = [tools.querySelector('input'), tools.querySelector('select')]
const state = { by: 'case', key: '', down: false }
const tables = []

// Folds: what noscript holds is markup of this page that has not been parsed yet.
function unfold(details) {
  const kept = details.querySelector(':scope > noscript')
  if (kept === null) return
  const part = document.createElement('div')
  part.innerHTML = kept.textContent
  kept.replaceWith(part)
  prepare(part)
}
function prepare(root) {
  for (const button of all('button.save', root)) button.hidden = false
  const found = all('table.explorer', root)
  tables.push(...found.map(entriesOf))
  for (const table of found) sortable(table)
  if (found.length > 0 && (state.by !== 'case' || state.key !== '' || search.value !== '')) show()
}
document.addEventListener('toggle', event => {
  if (event.target.matches('details') && event.target.open) unfold(event.target)
}, true)
function openTarget() {
  const id = location.hash.slice(1)
  // What is folded with its section is named after it.
  const fold = document.getElementById(id.replace(/c\\d+$/, ''))?.parentElement.querySelector('details.whole')
  if (fold && document.getElementById(id) === null) unfold(fold)
  const found = document.getElementById(id)
  if (!found?.closest('details')) return
  for (let details = found.closest('details'); details; details = details.parentElement.closest('details')) {
    unfold(details)
    details.open = true
  }
  found.scrollIntoView()
}
// Tables lead to what is known of a case, so its fold is seen only where it is open.
document.documentElement.classList.add('scripted')
document.addEventListener('toggle', event => {
  const fold = event.target
  if (fold.matches('details.case') && !fold.open && document.activeElement === fold.firstElementChild)
    document.querySelector('tr.group a[href="#' + fold.id + '"]')?.focus()
}, true)
window.addEventListener('hashchange', openTarget)

// Tables: every row keeps its place in the record, so that any order can be left again.
const entriesOf = table => ({
  table,
  section: table.closest('section.of-params'),
  heads: new Map(all('tr.group', table).map(row => [row.nextElementSibling?.dataset.case, row])),
  rows: all('tbody tr:not(.group)', table).map((row, place) => ({
    row,
    place,
    case: row.dataset.case,
    target: row.dataset.target,
    numbers: row.dataset.n.split(' '),
    text: (table.closest('section.of-params').dataset.name + ' ' + row.dataset.case + ' ' + row.textContent).toLowerCase(),
    verdict: row.querySelector('td.t')?.textContent ?? '',
  })),
})
const NUMBERS = ['ratio', 'wall', 'cpu']
function valueOf(entry) {
  const place = NUMBERS.indexOf(state.key)
  if (place >= 0) return entry.numbers[place] === '' ? null : Number(entry.numbers[place])
  if (state.key === 'text') return entry.verdict === '' ? null : entry.verdict
  if (state.key === 'name') return labelOf(entry)
  return entry.place
}
function labelOf(entry) {
  return state.by === 'case' ? entry.target : state.by === 'target' ? entry.case : entry.case + ' · ' + entry.target
}
// What has no value stands last either way.
function order(a, b) {
  const [one, other] = [valueOf(a), valueOf(b)]
  if (one === null || other === null) return (one === null) - (other === null) || a.place - b.place
  const sign = typeof one === 'number' ? one - other : one.localeCompare(other, 'en', { numeric: true })
  return (state.down ? -sign : sign) || a.place - b.place
}
function groupHead(found, name) {
  if (state.by === 'case') return found.heads.get(name)
  const row = document.createElement('tr')
  row.className = 'group'
  const head = document.createElement('th')
  head.colSpan = found.table.tHead.rows[0].cells.length
  head.scope = 'rowgroup'
  head.textContent = name
  row.append(head)
  return row
}
function show() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(word => word !== '')
  let shown = 0
  let count = 0
  const casesOf = new Map(tables.map(({ section }) => [section, new Set()]))
  for (const found of tables) {
    const rows = found.rows.filter(({ text }) => words.every(word => text.includes(word))).sort(order)
    shown += rows.length
    count += found.rows.length
    const groups = Map.groupBy(rows, entry => (state.by === '' ? '' : entry[state.by]))
    const bodies = [...groups].map(([name, entries]) => {
      const body = document.createElement('tbody')
      if (state.by !== '') body.append(groupHead(found, name))
      for (const entry of entries) {
        entry.row.cells[0].textContent = labelOf(entry)
        body.append(entry.row)
      }
      return body
    })
    for (const body of [...found.table.tBodies]) body.remove()
    found.table.append(...bodies)
    found.table.parentElement.hidden = rows.length === 0
    for (const entry of rows) casesOf.get(found.section).add(entry.case)
    for (const button of all('thead button', found.table)) {
      const isKey = button.parentElement.dataset.k === state.key
      if (isKey) button.parentElement.setAttribute('aria-sort', state.down ? 'descending' : 'ascending')
      else button.parentElement.removeAttribute('aria-sort')
    }
    found.table.tHead.rows[0].cells[0].querySelector('button').textContent =
      state.by === 'case' ? 'target' : state.by === 'target' ? 'case' : 'case · target'
  }
  for (const [section, cases] of casesOf) {
    for (const fold of all('details.case', section)) fold.hidden = !cases.has(fold.dataset.case)
    section.hidden = cases.size === 0
  }
  for (const suite of all('section.suite')) {
    const own = tables.filter(found => suite.contains(found.table))
    suite.hidden = own.length > 0 && own.every(found => found.section.hidden)
  }
  tools.querySelector('[role=status]').textContent = words.length === 0 ? '' : shown + ' of ' + count + ' shown'
}
function sortBy(key) {
  const isSame = state.key === key
  // Third time: as in the record again.
  if (isSame && state.down) Object.assign(state, { key: '', down: false })
  else Object.assign(state, { key, down: isSame })
  show()
}
function sortable(table) {
  for (const head of all('thead th[data-k]', table)) {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...head.childNodes)
    button.addEventListener('click', () => sortBy(head.dataset.k))
    head.append(button)
  }
}
// What is looked for may be folded still.
function explore() {
  for (const fold of all('details.whole')) {
    unfold(fold)
    fold.open = true
  }
  show()
}
tools.hidden = all('table.explorer, details.whole').length === 0
search.addEventListener('input', explore)
select.addEventListener('change', () => { state.by = select.value; explore() })
for (const button of all('.tools button')) {
  button.addEventListener('click', () => {
    const isOpen = button.dataset.unfold !== ''
    if (isOpen) all('details.whole').forEach(unfold)
    for (const details of all('details.case, details.more')) {
      details.open = isOpen
      if (isOpen) unfold(details)
    }
  })
}
prepare(document)
openTarget()

document.addEventListener('click', event => {
  const button = event.target.closest('button.save')
  if (button !== null) save(button.closest('figure').querySelector('svg'))
})
function save(svg) {
  const colors = getComputedStyle(document.documentElement)
  const copy = svg.cloneNode(true)
  for (const mark of all('[data-tip]', copy)) {
    const title = document.createElementNS(svg.namespaceURI, 'title')
    title.textContent = mark.dataset.tip
    mark.append(title)
    delete mark.dataset.tip
  }
  const paper = document.createElementNS(svg.namespaceURI, 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', 'var(--paper)')
  copy.prepend(paper)
  copy.setAttribute('fill', 'var(--ink)')
  const text = new XMLSerializer()
    .serializeToString(copy)
    .replaceAll('currentColor', 'var(--ink)')
    .replace(/var\\((--[a-z]+)\\)/g, (whole, name) => colors.getPropertyValue(name).trim() || whole)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  link.download = svg.getAttribute('aria-label').replace(/[^0-9a-z]+/gi, '-').slice(0, 80) + '.svg'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
${POINTER_SCRIPT}`

/** What a browser may do with the page: nothing but this script and styles of its own, and no request. */
export const POLICY: string = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
