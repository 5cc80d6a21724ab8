/** What becomes of a line that is too long. */
export interface LineLimit {
  readonly characters: number
  /** Told once; nothing is told after it. */
  readonly onTooLong: () => void
}

/** Returns a function that takes pieces of text and calls `onLine` for every whole line. */
export function lines(
  onLine: (line: string) => void,
  limit: LineLimit | null = null,
): (piece: string) => void {
  let buffered = ''
  let isOver = false
  return piece => {
    if (isOver) return
    const [last = '', ...rest] = piece.split('\n')
    // What was there before has no end in it: of a long line each piece is looked at once.
    buffered += last
    for (const next of rest) {
      const line = buffered
      buffered = next
      onLine(line)
    }
    if (limit === null || buffered.length <= limit.characters) return
    isOver = true
    buffered = ''
    limit.onTooLong()
  }
}
