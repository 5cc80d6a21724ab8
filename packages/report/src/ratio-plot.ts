import type { EstimateRecord } from '@steelyard/store'
import { glyphs } from './glyphs.ts'
import type { Script } from './look.ts'

/** What all ratios of a plot are drawn on: 1 in the middle, the same factor to both ends. */
export interface RatioScale {
  /** The ratio at the right end, above 1. */
  readonly reach: number
  /** δ, a fraction. */
  readonly threshold: number
  /** In columns, odd, so that 1 has one. */
  readonly width: number
}

/** Returns a line with the places of 1 and ±δ, and on it the ratio with its interval; without a ratio the places alone. */
export function ratioPlot(ratio: EstimateRecord | null, scale: RatioScale, script: Script): string {
  const { axis, limit, interval, point } = glyphs(script)
  const signs = Array.from({ length: scale.width }, () => ' ')
  const put = (value: number, sign: string) => {
    signs[columnOf(value, scale)] = sign
  }
  put(1 / (1 + scale.threshold), limit)
  put(1 + scale.threshold, limit)
  put(1, axis)
  if (ratio !== null) {
    signs.fill(interval, columnOf(ratio.lower, scale), columnOf(ratio.upper, scale) + 1)
    put(ratio.value, point)
  }
  return signs.join('').trimEnd()
}

/** Returns the ratios at both ends as a heading as wide as the plot. */
export function ratioPlotHeading({ reach, width }: RatioScale, script: Script): string {
  const [left, right] = [1 / reach, reach].map(end => `${end.toFixed(2)}${glyphs(script).times}`)
  return `${left}${(right ?? '').padStart(width - (left ?? '').length)}`
}

/** From 0 to one less than the width; what lies beyond an end is drawn at it. */
function columnOf(value: number, { reach, width }: RatioScale): number {
  const share = value > 0 ? Math.log(value) / Math.log(reach) : -1
  return Math.round((width - 1) * Math.min(Math.max((share + 1) / 2, 0), 1))
}
