/** A number that stands by itself, not part of a name or a version. */
const NUMBER = /(?<![\w.-])\d+(?:\.\d+)?(?![\w-]|\.\d)/g

/** Returns the text with every number taken out, equal for sentences that differ in their numbers alone. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '#')
}

/** Returns sentences that differ in their numbers alone as one: `in 3 to 5 of 12 launches`. */
export function withNumberRanges(texts: readonly string[]): string {
  const numbers = texts.map(text => text.match(NUMBER) ?? [])
  let next = 0
  return (texts[0] ?? '').replace(NUMBER, () => {
    const place = next++
    const sorted = numbers.flatMap(found => found[place] ?? []).toSorted((a, b) => Number(a) - Number(b))
    const [least = '', most = ''] = [sorted[0], sorted.at(-1)]
    return least === most ? least : `${least} to ${most}`
  })
}
