import { all, one } from './dom.ts'
import { unfoldSections } from './folds.ts'

/** Lets the reader filter the tables of contenders. */
export function startFilter(): void {
  const tools = document.querySelector<HTMLElement>('.tools')
  if (tools === null) return
  tools.hidden = all('table.explorer, details.whole').length === 0
  const field = one<HTMLInputElement>('input', tools)
  field.addEventListener('input', () => {
    unfoldSections()
    filter(field.value.toLowerCase().split(/\s+/).filter(Boolean))
  })
}

/** Hides rows without the words, and what is about nothing else. */
function filter(words: readonly string[]): void {
  for (const section of all('section.of-params')) {
    for (const body of all('table.explorer tbody', section)) {
      const rows = all('tr[data-case]', body)
      for (const row of rows) {
        const text = `${section.dataset.name} ${row.dataset.case} ${row.textContent}`.toLowerCase()
        row.hidden = !words.every(word => text.includes(word))
      }
      body.hidden = rows.every(({ hidden }) => hidden)
    }
    const cases = new Set(all('tr[data-case]:not([hidden])', section).map(({ dataset }) => dataset.case))
    for (const fold of all('details.case', section)) fold.hidden = !cases.has(fold.dataset.case)
    section.hidden = words.length > 0 && cases.size === 0
  }
  for (const suite of all('section.suite'))
    suite.hidden = all('section.of-params', suite).every(({ hidden }) => hidden)
  const rows = all('tr[data-case]')
  const shown = rows.filter(({ hidden }) => !hidden).length
  one('.tools [role=status]').textContent = words.length === 0 ? '' : `${shown} of ${rows.length} shown`
}
