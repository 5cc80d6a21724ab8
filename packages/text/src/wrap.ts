import { colorize, type TerminalStyle } from './colorize.ts'
import { displayWidth, splitColumns } from './display-width.ts'
import type { Phrase } from './phrase.ts'
import type { Cell } from './table.ts'

/** Between two words that stay on one line; shown as a space. */
export const NO_BREAK_SPACE = '\u00a0'

/**
 * Returns coloured lines no wider than the terminal: numbers keep their units and intervals, wide words are cut. The first
 * line begins after `first`, every further one after `rest` spaces.
 */
export function wrap(
  phrase: Phrase,
  style: TerminalStyle,
  { first = '', rest = displayWidth(first) }: { readonly first?: string; readonly rest?: number } = {},
): string[] {
  const lines: string[] = []
  let line = first
  let column = displayWidth(first)
  let isStart = true
  for (const word of wordsOf(phrase, Math.max(1, style.width - Math.max(rest, column)))) {
    const space = isStart || !word.spaced ? 0 : 1
    if (!isStart && column + space + word.width > style.width) {
      lines.push(line)
      line = ' '.repeat(rest)
      column = rest
    } else {
      line += ' '.repeat(space)
      column += space
    }
    line += word.pieces
      .map(piece => colorize(piece.text.replaceAll(NO_BREAK_SPACE, ' '), piece.role, style))
      .join('')
    column += word.width
    isStart = false
  }
  return [...lines, line].map(each => each.trimEnd())
}

interface Word {
  readonly pieces: readonly Cell[]
  readonly width: number
  /** Whether a space stood before it. */
  readonly spaced: boolean
}

/** Splits at spaces; pieces of different roles that touch, such as a name and its comma, stay one word. */
function wordsOf(phrase: Phrase, room: number): Word[] {
  const words: Cell[][] = [[]]
  for (const piece of phrase) {
    const { text, role } = typeof piece === 'string' ? { text: piece, role: null } : piece
    for (const [index, part] of glue(text).split(' ').entries()) {
      if (index > 0) words.push([])
      if (part !== '') words.at(-1)?.push({ text: part, role })
    }
  }
  return words
    .filter(pieces => pieces.length > 0)
    .flatMap(pieces => {
      const width = pieces.reduce((sum, piece) => sum + displayWidth(piece.text), 0)
      return width <= room ? [{ pieces, width, spaced: true }] : cut(pieces, room)
    })
}

/** Cuts a word that no line can hold. */
function cut(pieces: readonly Cell[], room: number): Word[] {
  const words: { pieces: Cell[]; width: number; spaced: boolean }[] = []
  for (const { text, role } of pieces) {
    for (const { sign, width } of splitColumns(text)) {
      let word = words.at(-1)
      if (word === undefined || word.width + width > room) {
        word = { pieces: [], width: 0, spaced: words.length === 0 }
        words.push(word)
      }
      word.pieces.push({ text: sign, role })
      word.width += width
    }
  }
  return words
}

/** Puts no-break spaces where no line must end: in a number, its unit and its interval, in a count of things. */
function glue(text: string): string {
  return text
    .replace(/^(\d+) (?=\w+$)/, `$1${NO_BREAK_SPACE}`)
    .replace(/(?<=\d) (?=(?:%|ns|µs|us|ms|s)(?:\W|$))/g, NO_BREAK_SPACE)
    .replace(/\[(\S+), (\S+)\]/g, `[$1,${NO_BREAK_SPACE}$2]`)
    .replace(/(?<=[×x%a-zµ]) (?=[[±]|\+-)/g, NO_BREAK_SPACE)
    .replace(/(?<=^(?:wall|CPU)) /, NO_BREAK_SPACE)
}
