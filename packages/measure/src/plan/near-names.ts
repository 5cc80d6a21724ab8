import leven from 'leven'

/**
 * Returns the end of a sentence about an unknown name: the near ones, or all when none is near. `what` names the kind in
 * the plural, e.g. `suites`.
 */
export function suggestion(unknown: string, known: readonly string[], what: string): string {
  const near = nearest(unknown, known)
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`
  return known.length > 0 ? `The ${what} are ${known.join(', ')}.` : `There are no ${what}.`
}

/** Returns at most three names that a word may be mistyped for, the nearest first: few letters differ, or two are swapped. */
export function nearest(word: string, known: readonly string[]): readonly string[] {
  const letters = sorted(word)
  return known
    .map(name => ({ name, distance: sorted(name) === letters ? 1 : leven(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 4)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name)
}

function sorted(word: string): string {
  return Array.from(word).sort().join('')
}
