import type { TerminalStyle } from '@steelyard/text'
import { forcedColor } from './forced-color.ts'
import type { Output } from './output.ts'

/** Returns the style for a stream: the terminal's width, and colours on a terminal or where they are forced. */
export function terminalStyleOf(stream: Pick<Output, 'isTTY' | 'columns'>): TerminalStyle {
  const terminal = stream.isTTY
  return {
    width: Math.max(40, terminal ? (stream.columns ?? 80) : 100),
    color: forcedColor() ?? (terminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb'),
  }
}
