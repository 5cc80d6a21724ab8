import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Signs of our own texts, of which each takes one column. */
export const NARROW = /^[ -~¡-¬®-ÿ–—…†⁰-₉−≈≤≥▁-▏▲▼✗]*$/

// Both take a tenth of the start of a command to make.
let widthOf: ((text: string) => number) | undefined
let graphemes: Intl.Segmenter | undefined

/** Returns how many columns a text takes in a terminal; colour takes none. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length
  widthOf ??= (require('string-width') as typeof import('string-width')).default
  return widthOf(text)
}

/** Returns a text without colour as the signs that a terminal draws, each with its width in columns. */
export function splitColumns(text: string): { readonly sign: string; readonly width: number }[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => ({
    sign: segment,
    width: displayWidth(segment),
  }))
}

/** Returns the text with spaces after it, or before it, up to a width in columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'left' ? text + space : space + text
}
