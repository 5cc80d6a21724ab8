import type { Charset } from './terminal-style.ts'

const BLOCKS = { full: '█', ends: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] }
const HASHES = { full: '#', ends: [''] }

/**
 * Returns a bar for a share (0 to 1) of a width in columns; what is not nothing shows at least its smallest
 * step.
 */
export function bar(share: number, width: number, charset: Charset): string {
  const { full, ends } = charset.unicode ? BLOCKS : HASHES
  const steps = Math.round(Math.min(Math.max(share, 0), 1) * width * ends.length)
  const shown = share > 0 ? Math.max(1, steps) : 0
  return full.repeat(Math.floor(shown / ends.length)) + (ends[shown % ends.length] ?? '')
}
