import { mapTexts } from './sanitize.ts'
import type { Charset } from './terminal-style.ts'

/** What stands for signs where a terminal shows ASCII alone. */
const ASCII: Readonly<Record<string, string>> = {
  µ: 'u',
  τ: 'tau',
  '×': 'x',
  '÷': '/',
  '±': '+-',
  '–': '-',
  '→': '->',
  '▲': '^',
  '▼': 'v',
  '≈': '~',
  '·': '.',
  '✗': '!',
  '†': '*',
  '│': '|',
  '─': '-',
  '●': 'o',
  '○': '-',
  '…': '...',
}

const SIGNS = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'g')
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Returns a value whose texts a terminal can show. */
export function inCharset<T>(value: T, { unicode }: Charset): T {
  return unicode ? value : mapTexts(value, asciiText)
}

function asciiText(text: string): string {
  return text
    .replaceAll(new RegExp(`[${SUPERSCRIPTS}]+`, 'g'), marks => {
      return `(${Array.from(marks, mark => SUPERSCRIPTS.indexOf(mark)).join('')})`
    })
    .replaceAll(SIGNS, sign => ASCII[sign] ?? sign)
}
