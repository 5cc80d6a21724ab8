/** Returns how many there are of a thing, the word in the plural unless there is one. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
