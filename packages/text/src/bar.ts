const ENDS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Returns a bar for a share (0 to 1) of a width in columns; what is not nothing shows the smallest step. */
export function bar(share: number, width: number): string {
  const steps = Math.round(Math.min(Math.max(share, 0), 1) * width * ENDS.length)
  const shown = share > 0 ? Math.max(1, steps) : 0
  return '█'.repeat(Math.floor(shown / ENDS.length)) + (ENDS[shown % ENDS.length] ?? '')
}
