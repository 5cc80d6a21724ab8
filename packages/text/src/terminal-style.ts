/**
 * How text is drawn for a terminal: its width in columns, whether it takes ANSI colour, whether it shows
 * Unicode.
 */
export interface TerminalStyle {
  readonly width: number
  readonly color: boolean
  readonly unicode: boolean
}

/** What formatting a number depends on. */
export type Charset = Pick<TerminalStyle, 'unicode'>
