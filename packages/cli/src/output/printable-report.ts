import { ANSI_SEQUENCES } from '@steelyard/text'
import { printable } from './printable.ts'

/** The colour sequences of a report; in a group, so that `split` keeps them. */
const COLORS = new RegExp(`(${[...ANSI_SEQUENCES].map(sequence => sequence.replace('[', '\\[')).join('|')})`)

/** Returns a report that a terminal can only print, in the report's own colours. */
export function printableReport(text: string): string {
  return text
    .split(COLORS)
    .map(piece => (ANSI_SEQUENCES.has(piece) ? piece : printable(piece)))
    .join('')
}
