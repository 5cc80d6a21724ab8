import type { Reading, ToolVerdict } from './tool.ts'

/** The verdict of a summary that names one of two as faster, by a factor to two decimals: 1 is `same`. */
export function byPrintedFactor(a: number, b: number): ToolVerdict {
  const factor = Number((Math.max(a, b) / Math.min(a, b)).toFixed(2))
  if (factor === 1) return 'same'
  return b > a ? 'slower' : 'faster'
}

export function byPrintedAverages({ costNs: { avg: a } }: Reading, { costNs: { avg: b } }: Reading) {
  return a && b ? byPrintedFactor(a, b) : null
}

/** The verdict of a reader of two intervals: they differ when the intervals do not touch. Null without intervals. */
export function byIntervals(a: Reading, b: Reading): ToolVerdict | null {
  if (a.intervalNs === null || b.intervalNs === null) return null
  if (b.intervalNs[0] > a.intervalNs[1]) return 'slower'
  return b.intervalNs[1] < a.intervalNs[0] ? 'faster' : 'same'
}
