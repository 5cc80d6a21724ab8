/**
 * Tells what is pointed at beside the pointer, and ties marks of pictures to their rows: a part of the page's script. The
 * texts are the titles that a browser shows by itself where no script runs.
 */
export const POINTER_SCRIPT = `
const tip = document.createElement('div')
tip.className = 'tip'
tip.setAttribute('role', 'tooltip')
tip.hidden = true
document.querySelector('main').append(tip)
// A title is moved where no browser shows it a second time, later and by itself.
function textOf(mark) {
  const title = mark.querySelector(':scope > title')
  const text = title === null ? mark.getAttribute('title') : title.textContent
  if (text !== null) mark.dataset.tip = text
  title?.remove()
  mark.removeAttribute('title')
  return mark.dataset.tip ?? ''
}
const HITS = '.hit *:not(g):not(title)'
// The small panels of launches have no areas of their own: what is meant is the nearest.
function nearestCell(svg, { clientX, clientY }) {
  const distance = cell => {
    const { left, right, top, bottom } = cell.getBoundingClientRect()
    return Math.hypot((left + right) / 2 - clientX, 3 * ((top + bottom) / 2 - clientY))
  }
  const cells = all('.cells path', svg).map(cell => ({ cell, distance: distance(cell) }))
  return cells.reduce((a, b) => (b.distance < a.distance ? b : a), { cell: null, distance: 60 }).cell
}
function markAt(event) {
  const at = event.target instanceof Element ? event.target : null
  const svg = at?.closest('svg.chart')
  if (svg) return nearestCell(svg, event) ?? at.closest(HITS)
  return at?.closest('figure tbody tr, tr[data-case]') ?? null
}
// Marks and rows of one picture stand in one order; where they do not, nothing is tied.
function pairsOf(figure) {
  const rows = all('tbody tr', figure).filter(row => row.cells.length > 1)
  const cells = all('.cells path', figure)
  const marks = cells.length > 0 ? cells : all(HITS, figure)
  return marks.length === rows.length ? marks.map((mark, index) => [mark, rows[index]]) : []
}
function tiedTo(mark) {
  const figure = mark.closest('figure')
  if (figure !== null) return pairsOf(figure).find(pair => pair.includes(mark)) ?? [mark]
  const { case: caseId, target } = mark.dataset
  return all('tr[data-case]', mark.closest('section.of-params')).filter(
    row => row.dataset.case === caseId && row.dataset.target === target,
  )
}
function launchText(mark) {
  const row = tiedTo(mark).find(each => each.matches('tr'))
  if (!row) return ''
  const heads = row.closest('table').tHead.rows[0].cells
  let target = row
  while (target.cells.length > 1) target = target.previousElementSibling
  const texts = [...row.cells].map((cell, index) => heads[index].textContent + ' ' + cell.textContent)
  return target.textContent + ': ' + texts.join(', ')
}
function tipText(mark, event) {
  if (mark.matches('tr')) {
    const text = textOf(mark)
    return event.target.closest('td.p') === null ? '' : text
  }
  return mark.matches('.cells path') ? launchText(mark) : textOf(mark)
}
let pointed = null
let tied = []
function point(event) {
  const mark = markAt(event)
  const text = mark === null ? '' : tipText(mark, event)
  if (mark !== pointed) {
    for (const each of tied) each.classList.remove('on')
    tied = mark === null ? [] : tiedTo(mark)
    for (const each of tied) each.classList.add('on')
    pointed = mark
  }
  tip.hidden = text === ''
  if (tip.hidden) return
  tip.textContent = text
  const { width, height } = tip.getBoundingClientRect()
  const below = event.clientY + 18
  tip.style.left = Math.max(8, Math.min(event.clientX + 12, document.documentElement.clientWidth - width - 8)) + 'px'
  tip.style.top = (below + height < innerHeight ? below : event.clientY - height - 10) + 'px'
}
function unpoint() {
  tip.hidden = true
}
document.addEventListener('pointermove', point)
document.addEventListener('pointerdown', point)
document.addEventListener('pointerleave', unpoint)
document.addEventListener('scroll', unpoint, true)
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') unpoint()
})
`
