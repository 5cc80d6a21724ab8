/** A report in pieces, each a paragraph, a heading, a list or a table of its own. */
export interface MarkdownParts {
  readonly first: readonly string[]
  /** Each suite in full, and what takes its place where there is no room. */
  readonly suites: readonly { readonly full: readonly string[]; readonly short: readonly string[] }[]
  readonly last: readonly string[]
}

/**
 * Returns reports as one text of limited bytes. Where there is no room for all, suites are shortened, the
 * last ones first, and the text says how many; where even that is too long, its end is left out, at the end of a piece.
 */
export function fittedMarkdown(reports: readonly MarkdownParts[], mostBytes: number): string {
  const count = reports.flatMap(({ suites }) => suites).length
  for (let whole = count; whole >= 0; whole--) {
    const text = textOf(piecesOf(reports, whole, count))
    if (Buffer.byteLength(text) <= mostBytes) return text
  }
  return cut(piecesOf(reports, 0, count), mostBytes)
}

function piecesOf(reports: readonly MarkdownParts[], whole: number, count: number): string[] {
  let place = 0
  const pieces = reports.flatMap(({ first, suites, last }) => [
    ...first,
    ...suites.flatMap(({ full, short }) => (place++ < whole ? full : short)),
    ...last,
  ])
  const shortened = count - whole
  if (shortened === 0) return pieces
  const suites = shortened === 1 ? 'one suite are' : `${shortened} suites are`
  return [...pieces, `To fit here, the tables of ${suites} left out; the record has them all.`]
}

function cut(pieces: readonly string[], mostBytes: number): string {
  const end = 'The rest is left out to fit here; the record has it all.'
  const kept: string[] = []
  let bytes = Buffer.byteLength(textOf([end]))
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece) + 2
    if (bytes > mostBytes) break
    kept.push(piece)
  }
  return textOf([...kept, end])
}

function textOf(pieces: readonly string[]): string {
  return `${pieces.join('\n\n')}\n`
}
