/** Characters: a system call for each line would take most of the time. */
const PIECE = 65_536

/** Joins short texts into pieces that are worth a write each. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
