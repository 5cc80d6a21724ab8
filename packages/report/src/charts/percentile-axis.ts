import type { CurveAxis } from './curve-chart.ts'

const SHARES = [0.5, 0.9, 0.99, 0.999, 0.9999]

/** Returns where a share (below 1) stands: each further nine of ten as wide as those before. */
export function placeOfShare(share: number): number {
  return -Math.log10(1 - share)
}

/** Returns a share as `99.9 %`. */
export function shareText(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`
}

/** Returns the shares on an axis that ends at `end`, as `placeOfShare` places them. */
export function sharesUpTo(end: number): number[] {
  return SHARES.filter(share => placeOfShare(share) <= end + 1e-9)
}

/** Returns an axis of percentiles, at least one decade long. */
export function percentileAxis(end: number, label: string): CurveAxis {
  const most = Math.max(1, end)
  const ticks = sharesUpTo(most).map(share => ({ x: placeOfShare(share), text: shareText(share) }))
  return { domain: [0, most], ticks, label }
}
