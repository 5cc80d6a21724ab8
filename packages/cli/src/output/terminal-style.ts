import type { TerminalStyle } from '@steelyard/text'

/** Returns the style for a stream: the terminal's width, and colours on a terminal or where they are forced. */
export function terminalStyleOf(isTTY: boolean, columns: number | undefined): TerminalStyle {
  return {
    width: Math.max(40, isTTY ? (columns ?? 80) : 100),
    color: forcedColor() ?? (isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'),
  }
}

/**
 * Returns whether FORCE_COLOR wants colours, or null where it says nothing. As in Node it wins over NO_COLOR, and 0 or false
 * mean none.
 */
export function forcedColor({ FORCE_COLOR }: NodeJS.ProcessEnv = process.env): boolean | null {
  return FORCE_COLOR ? !['0', 'false'].includes(FORCE_COLOR) : null
}
