/**
 * Returns about `most` (at least 2) of the items in their order: of each stretch the one with the least and the one
 * with the largest height, so that no spike is lost.
 */
export function thinnedToExtremes<T>(
  items: readonly T[],
  most: number,
  heightOf: (item: T) => number,
): readonly T[] {
  if (items.length <= most) return items
  const stretches = Math.max(1, Math.floor(most / 2))
  return Array.from({ length: stretches }, (_, index) => {
    const start = Math.floor((index * items.length) / stretches)
    const end = Math.floor(((index + 1) * items.length) / stretches)
    const byHeight = items.slice(start, end).toSorted((a, b) => heightOf(a) - heightOf(b))
    const kept = new Set([byHeight[0], byHeight.at(-1)])
    return items.slice(start, end).filter(item => kept.has(item))
  }).flat()
}
