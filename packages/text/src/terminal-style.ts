/** How text is drawn for a terminal: its width in columns, and whether it takes ANSI colour. */
export interface TerminalStyle {
  readonly width: number
  readonly color: boolean
}
