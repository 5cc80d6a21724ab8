const RESET = '\u001b[0m'
const ANSI = {
  title: '\u001b[1m',
  name: '\u001b[1m',
  quiet: '\u001b[2m',
  slower: '\u001b[31m',
  faster: '\u001b[32m',
  same: '\u001b[36m',
  inconclusive: '\u001b[33m',
  trouble: '\u001b[31m',
  bar: '\u001b[34m',
} as const

/** What a piece of text is, from which colour follows. */
export type Role = keyof typeof ANSI

/** How text is drawn for a terminal: its width in columns, and whether it takes ANSI colour. */
export interface TerminalStyle {
  readonly width: number
  readonly color: boolean
}

/** Every sequence that `colorize` makes. */
export const ANSI_SEQUENCES: ReadonlySet<string> = new Set([RESET, ...Object.values(ANSI)])

/** Returns the text in the colour of its role; unchanged without a role or without colour. */
export function colorize(text: string, role: Role | null, { color }: Pick<TerminalStyle, 'color'>): string {
  return color && role !== null && text !== '' ? `${ANSI[role]}${text}${RESET}` : text
}
