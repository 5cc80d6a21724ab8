import { ANSI_SEQUENCES } from '@steelyard/text'
import { printable } from './printable.ts'

/** The sequences that a report makes, kept by `split`. */
const PAINT = new RegExp(`(${[...ANSI_SEQUENCES].map(sequence => sequence.replace('[', '\\[')).join('|')})`)

/** Returns a report with which a terminal can do nothing but print it, in the colours that the report itself makes. */
export function printableReport(text: string): string {
  return text
    .split(PAINT)
    .map(piece => (ANSI_SEQUENCES.has(piece) ? piece : printable(piece)))
    .join('')
}
