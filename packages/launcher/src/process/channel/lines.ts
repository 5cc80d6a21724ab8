/** The limit of a line's length. */
interface LineLimit {
  readonly characters: number
  /** Called once; no line is reported after it. */
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
    // The earlier text has no line end: each piece of a long line is searched once.
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
