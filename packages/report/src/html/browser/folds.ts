import { all } from './dom.ts'

let onUnfold: ((part: ParentNode) => void) | null = null

/** Parses what a fold holds: the content of `noscript` is markup of this page, which scripts see as text. */
export function unfold(details: Element): void {
  const kept = details.querySelector(':scope > noscript')
  if (kept === null) return
  const part = document.createElement('div')
  part.innerHTML = kept.textContent
  kept.replaceWith(part)
  onUnfold?.(part)
}

/** Unfolds whole sections, which hold what a filter looks for. */
export function unfoldSections(): void {
  for (const fold of all<HTMLDetailsElement>('details.whole')) {
    unfold(fold)
    fold.open = true
  }
}

/**
 * Opens folds when they are clicked, when a link leads into them, and all at once.
 *
 * @param listener is called with each part of the page that is unfolded for the first time
 */
export function startFolds(listener: (part: ParentNode) => void): void {
  onUnfold = listener
  document.addEventListener('toggle', onToggle, true)
  // Tables lead to the fold of a case, so the style shows it only while it is open.
  document.documentElement.classList.add('scripted')
  addEventListener('hashchange', openLinked)
  for (const button of all('.tools button')) {
    button.addEventListener('click', () => setAll(button.dataset.unfold !== ''))
  }
}

/** Opens every fold around the element that the address names, and scrolls to it. */
export function openLinked(): void {
  const id = location.hash.slice(1)
  // A case that is folded with its section has the section's name as the beginning of its own.
  const section = document.getElementById(id.replace(/c\d+$/, ''))?.parentElement
  const whole = section?.querySelector('details.whole')
  if (whole && document.getElementById(id) === null) unfold(whole)
  const found = document.getElementById(id)
  if (!found?.closest('details')) return
  for (let fold = found.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    unfold(fold)
    fold.open = true
  }
  found.scrollIntoView()
}

function onToggle({ target: fold }: Event): void {
  if (!(fold instanceof HTMLDetailsElement)) return
  if (fold.open) unfold(fold)
  // The fold disappears when it closes, so the focus goes back to the link that leads to it.
  else if (fold.matches('.case') && document.activeElement === fold.firstElementChild)
    document.querySelector<HTMLElement>(`tr.group a[href="#${fold.id}"]`)?.focus()
}

function setAll(isOpen: boolean): void {
  if (isOpen) for (const section of all('details.whole')) unfold(section)
  for (const fold of all<HTMLDetailsElement>('details.case, details.more')) {
    fold.open = isOpen
    if (isOpen) unfold(fold)
  }
}
