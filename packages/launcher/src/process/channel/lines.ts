import { LONGEST_REPLY } from './channel.ts'

/**
 * Returns a function that takes pieces of text and calls `onLine` for every whole line.
 *
 * @param onTooLong called once for a line over 32 MB, and no line is reported after it; null for lines of any length
 */
export function lines(
  onLine: (line: string) => void,
  onTooLong: (() => void) | null = null,
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
    if (onTooLong === null || buffered.length <= LONGEST_REPLY) return
    isOver = true
    buffered = ''
    onTooLong()
  }
}
