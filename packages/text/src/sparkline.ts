import type { RatioScale } from './ratio-plot.ts'

const BLOCKS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * Returns how values are spread: one sign for each column, as high as the share of the values that fall there, the
 * highest of the line full. What lies beyond an end of the scale counts in its column; what is not nothing shows.
 */
export function sparkline(values: readonly number[], scale: RatioScale): string {
  const byColumn = Map.groupBy(values, value => columnOf(value, scale))
  const counts = Array.from({ length: scale.width }, (_, column) => byColumn.get(column)?.length ?? 0)
  const most = Math.max(...counts)
  return counts
    .map(
      count => BLOCKS[count === 0 ? 0 : Math.max(1, Math.round((count / most) * (BLOCKS.length - 1)))] ?? '',
    )
    .join('')
}

/** Returns the ends of the scale, and 1 at its place where there is room, as a heading as wide as the line. */
export function sparklineHeading(scale: RatioScale): string {
  const [left = '', right = ''] = [scale.low, scale.high].map(end => `${Number(end.toPrecision(2))}×`)
  const one = columnOf(1, scale)
  const hasRoom = one > left.length && one < scale.width - right.length - 1
  const start = hasRoom ? `${left.padEnd(one)}1` : left
  return start + right.padStart(scale.width - start.length)
}

/** From 0 to one less than the width. */
function columnOf(value: number, { low, high, width }: RatioScale): number {
  if (!(value > low)) return 0
  return Math.min(width - 1, Math.floor((width * Math.log(value / low)) / Math.log(high / low)))
}
