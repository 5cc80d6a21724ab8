import { all } from './dom.ts'

/** A mark of a picture, or a row of a table. */
type Mark = HTMLElement | SVGElement

const HITS = '.hit *:not(g):not(title)'
/** Pixels around the small panels of launches, which have no areas of their own. */
const NEAR = 60
const EDGE = 8

const tip = document.createElement('div')
let pointed: Mark | null = null
let tied: readonly Mark[] = []

/**
 * Shows next to the pointer what it points at, and marks the row that belongs to a mark of a picture. The texts are the
 * titles that a browser shows by itself where no script runs.
 */
export function startPointer(): void {
  tip.className = 'tip'
  tip.setAttribute('role', 'tooltip')
  tip.hidden = true
  document.querySelector('main')?.append(tip)
  document.addEventListener('pointermove', point)
  document.addEventListener('pointerdown', point)
  document.addEventListener('pointerleave', hideTip)
  document.addEventListener('scroll', hideTip, true)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hideTip()
  })
}

function point(event: PointerEvent): void {
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
  const right = document.documentElement.clientWidth - width - EDGE
  tip.style.left = `${Math.max(EDGE, Math.min(event.clientX + 12, right))}px`
  tip.style.top = `${below + height < innerHeight ? below : event.clientY - height - 10}px`
}

function hideTip(): void {
  tip.hidden = true
}

function markAt(event: PointerEvent): Mark | null {
  const at = event.target instanceof Element ? event.target : null
  const svg = at?.closest<SVGElement>('svg.chart')
  if (svg) return nearestCell(svg, event) ?? at?.closest<SVGElement>(HITS) ?? null
  return at?.closest<HTMLElement>('figure tbody tr, tr[data-case]') ?? null
}

function nearestCell(svg: SVGElement, { clientX, clientY }: PointerEvent): SVGElement | null {
  let nearest: SVGElement | null = null
  let least = NEAR
  for (const cell of all<SVGElement>('.cells path', svg)) {
    const { left, right, top, bottom } = cell.getBoundingClientRect()
    const distance = Math.hypot((left + right) / 2 - clientX, 3 * ((top + bottom) / 2 - clientY))
    if (distance >= least) continue
    nearest = cell
    least = distance
  }
  return nearest
}

/** Marks and rows of one picture have one order; where their numbers differ, none belong together. */
function pairsOf(figure: Element): [Mark, Mark][] {
  const rows = all<HTMLTableRowElement>('tbody tr', figure).filter(row => row.cells.length > 1)
  const cells = all<SVGElement>('.cells path', figure)
  const marks = cells.length > 0 ? cells : all<SVGElement>(HITS, figure)
  if (marks.length !== rows.length) return []
  return marks.flatMap((mark, index): [Mark, Mark][] => {
    const row = rows[index]
    return row ? [[mark, row]] : []
  })
}

function tiedTo(mark: Mark): readonly Mark[] {
  const figure = mark.closest('figure')
  if (figure !== null) return pairsOf(figure).find(pair => pair.includes(mark)) ?? [mark]
  const { case: caseId, target } = mark.dataset
  const section = mark.closest('section.of-params')
  if (section === null) return [mark]
  return all('tr[data-case]', section).filter(
    ({ dataset }) => dataset.case === caseId && dataset.target === target,
  )
}

function tipText(mark: Mark, event: PointerEvent): string {
  if (mark instanceof HTMLTableRowElement) {
    const text = takenTitle(mark)
    return event.target instanceof Element && event.target.closest('td.p') !== null ? text : ''
  }
  return mark.matches('.cells path') ? launchText(mark) : takenTitle(mark)
}

/** Moves a title away, so that the browser does not show it as well. */
function takenTitle(mark: Mark): string {
  const title = mark.querySelector(':scope > title')
  const text = title === null ? mark.getAttribute('title') : title.textContent
  if (text !== null) mark.dataset.tip = text
  title?.remove()
  mark.removeAttribute('title')
  return mark.dataset.tip ?? ''
}

function launchText(mark: Mark): string {
  const row = tiedTo(mark).find(each => each instanceof HTMLTableRowElement)
  const heads = row?.closest('table')?.tHead?.rows[0]?.cells
  if (!row || !heads) return ''
  let target: Element | null = row
  while (target instanceof HTMLTableRowElement && target.cells.length > 1)
    target = target.previousElementSibling
  const texts = [...row.cells].map((cell, index) => `${heads[index]?.textContent} ${cell.textContent}`)
  return `${target?.textContent}: ${texts.join(', ')}`
}
