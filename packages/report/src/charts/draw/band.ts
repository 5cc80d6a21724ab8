import { type Markish, rectX } from '@observablehq/plot'
import { color } from './palette.ts'

/** Returns a band around 1 that is symmetrical in the logarithm; nothing for no fraction. */
export function bandAround1(fraction: number | null, fill: string): Markish {
  if (fraction === null || fraction === 0) return null
  return rectX([1], { x1: 1 / (1 + fraction), x2: 1 + fraction, fill: color(fill) })
}
