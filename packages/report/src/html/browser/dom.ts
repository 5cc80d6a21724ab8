/** Returns what a selector finds, in the order of the page. */
export function all<Found extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found[] {
  return [...root.querySelectorAll<Found>(selector)]
}

/**
 * Returns the first element that a selector finds.
 *
 * @throws Error where the page has none
 */
export function one<Found extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found {
  const found = root.querySelector<Found>(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}
