/** A report in pieces, each a paragraph, a heading, a list or a table of its own. */
export interface MarkdownParts {
  readonly first: readonly string[]
  readonly suites: readonly {
    readonly name: string
    readonly full: readonly string[]
    /** What takes its place where there is no room. */
    readonly short: readonly string[]
  }[]
  readonly last: readonly string[]
}

/**
 * Returns reports as one text of limited bytes. Where there is no room for all, suites are shortened, the
 * last ones first, and the text says which; where even that is too long, its end is left out, at the end of a piece.
 */
export function fittedMarkdown(reports: readonly MarkdownParts[], mostBytes: number): string {
  const names = reports.flatMap(({ suites }) => suites.map(({ name }) => name))
  for (let whole = names.length; whole >= 0; whole--) {
    const text = textOf(piecesOf(reports, whole, names))
    if (bytesOf(text) <= mostBytes) return text
  }
  return cut(piecesOf(reports, 0, names), mostBytes)
}

function piecesOf(reports: readonly MarkdownParts[], whole: number, names: readonly string[]): string[] {
  let count = 0
  const pieces = reports.flatMap(({ first, suites, last }) => [
    ...first,
    ...suites.flatMap(({ full, short }) => (count++ < whole ? full : short)),
    ...last,
  ])
  const shortened = names.slice(whole)
  return shortened.length === 0 ? pieces : [...pieces, shortenedText(shortened)]
}

function shortenedText(names: readonly string[]): string {
  return `To fit here, the tables of ${names.length === 1 ? 'one suite are' : `${names.length} suites are`} left out; the record has them all.`
}

function cut(pieces: readonly string[], mostBytes: number): string {
  const end = 'The rest is left out to fit here; the record has it all.'
  const kept: string[] = []
  let bytes = bytesOf(textOf([end]))
  for (const piece of pieces) {
    bytes += bytesOf(piece) + 2
    if (bytes > mostBytes) break
    kept.push(piece)
  }
  return textOf([...kept, end])
}

function textOf(pieces: readonly string[]): string {
  return `${pieces.join('\n\n')}\n`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
