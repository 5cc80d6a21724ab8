/**
 * Returns names by what is written of them where there is room for `most` letters. Two that differ stay different: the cut
 * is made where they do not, and where there is no such place, none is made.
 */
export function shortNames(names: readonly string[], most: number): ReadonlyMap<string, string> {
  const unique = Array.from(new Set(names))
  const places = Array.from({ length: most }, (_, index) => {
    const middle = Math.ceil((most - 1) / 2)
    return middle + (index % 2 === 0 ? -1 : 1) * Math.ceil(index / 2)
  }).filter(start => start >= 0 && start < most)
  for (const start of places) {
    const short = new Map(unique.map(name => [name, cut(name, start, most - 1 - start)]))
    if (new Set(short.values()).size === unique.length) return short
  }
  return new Map(unique.map(name => [name, name]))
}

/** Returns a name without its middle, since two targets may differ only in the flags at their ends. */
export function shortened(name: string, most: number): string {
  const start = Math.ceil((most - 1) / 2)
  return cut(name, start, most - 1 - start)
}

/** The first and the last letters, where it has more than they and one. */
function cut(name: string, start: number, end: number): string {
  const letters = Array.from(name)
  if (letters.length <= start + end + 1) return name
  return `${letters.slice(0, start).join('')}…${letters.slice(letters.length - end).join('')}`
}
