import type { EstimateRecord } from '@steelyard/record'

/** What ratios are placed on, by their logarithm. */
export interface RatioScale {
  /** The ratios at both ends: the first above 0 and at most 1, the last at least 1. */
  readonly low: number
  readonly high: number
  /** In columns; of a sparkline at least 2. */
  readonly width: number
}

/** Returns a line with the place of 1, and on it the ratio with its interval; without a ratio the place alone. */
export function ratioPlot(ratio: Omit<EstimateRecord, 'level' | 'n'> | null, scale: RatioScale): string {
  const signs = Array.from({ length: scale.width }, () => ' ')
  signs[columnOf(1, scale)] = '│'
  if (ratio !== null) {
    signs.fill('─', columnOf(ratio.lower, scale), columnOf(ratio.upper, scale) + 1)
    signs[columnOf(ratio.value, scale)] = '●'
  }
  return signs.join('').trimEnd()
}

/** Returns the ratios at both ends as a heading as wide as the plot. */
export function ratioPlotHeading({ low, high, width }: RatioScale): string {
  const [left = '', right = ''] = [low, high].map(end => `${Number(end.toPrecision(3))}`)
  return left + right.padStart(width - left.length)
}

/** From 0 to one less than the width; what lies beyond an end is drawn at it. */
function columnOf(value: number, { low, high, width }: RatioScale): number {
  if (!(value > low) || high === low) return 0
  return Math.round((width - 1) * Math.min(Math.log(value / low) / Math.log(high / low), 1))
}
