/** Stands before a reply: what a suite or the shell itself prints has the same stream. */
export const MARK = '\u0001steelyard '

export function markedLine(text: string): string {
  return MARK + text
}

/** Returns the reply in a line of a shell's output; null where it is something else. */
export function replyInLine(line: string): string | null {
  const at = line.lastIndexOf(MARK)
  return at < 0 ? null : line.slice(at + MARK.length)
}
