import { stripVTControlCharacters } from 'node:util'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WIDE =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF01-\uFF60]/u

/** Returns how many columns a text takes in a terminal; colour takes none. */
export function displayWidth(text: string): number {
  return splitColumns(stripVTControlCharacters(text)).reduce((sum, column) => sum + column.width, 0)
}

/** Returns a text without colour as the signs that a terminal draws, each with its width in columns. */
export function splitColumns(text: string): { readonly sign: string; readonly width: number }[] {
  return Array.from(graphemes.segment(text), ({ segment }) => ({
    sign: segment,
    width: WIDE.test(segment) ? 2 : 1,
  }))
}

/** Returns the text with spaces after it, or before it, up to a width in columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'left' ? text + space : space + text
}
