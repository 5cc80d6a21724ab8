import { mean } from '@steelyard/stats'

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
/** What lies closer together is drawn as one height: noise of a percent is no mountain. */
const LEAST_SPAN = 0.05

/**
 * Returns positive values in their order as one line of steps, by their logarithm, from the lowest of them to the highest;
 * where there are more than `width`, neighbours share a step.
 */
export function trendLine(values: readonly number[], width: number): string {
  const logs = values.map(Math.log)
  const shown = Array.from({ length: Math.min(width, logs.length) }, (_, index) => {
    const [start, end] = [index, index + 1].map(place =>
      Math.floor((place * logs.length) / Math.min(width, logs.length)),
    )
    return mean(logs.slice(start, end))
  })
  const [low, high] = [Math.min(...shown), Math.max(...shown)]
  const span = Math.max(LEAST_SPAN, high - low)
  const floor = (low + high - span) / 2
  return shown
    .map(log => BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(((log - floor) / span) * BLOCKS.length))] ?? '')
    .join('')
}
