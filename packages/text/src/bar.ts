import { glyphs } from './glyphs.ts'
import type { Charset } from './terminal-style.ts'

/**
 * Returns a bar for a share (0 to 1) of a width in columns; what is not nothing shows at least its smallest
 * step.
 */
export function bar(share: number, width: number, charset: Charset): string {
  const { bar: full, barEnds } = glyphs(charset)
  const steps = Math.round(Math.min(Math.max(share, 0), 1) * width * barEnds.length)
  const shown = share > 0 ? Math.max(1, steps) : 0
  return full.repeat(Math.floor(shown / barEnds.length)) + (barEnds[shown % barEnds.length] ?? '')
}
