import { type Estimate, mean, studentQuantile } from '../../packages/stats/src/index.ts'

/** Logs of the times of both sides that were taken within a minute or two. */
export interface Block {
  readonly head: readonly number[]
  readonly base: readonly number[]
}

const LEVEL = 0.95

/**
 * Returns head ÷ base over blocks, with the spread of launches within them: what the machine does from block to block
 * meets both sides of it alike. Null without two launches more than there are sides of blocks.
 */
export function blockedRatio(blocks: readonly Block[]): Estimate | null {
  const both = blocks.filter(({ head, base }) => head.length > 0 && base.length > 0)
  const sides = both.flatMap(({ head, base }) => [head, base])
  const df = sum(sides.map(({ length }) => length - 1))
  if (df < 2) return null
  const variance = sum(sides.map(squares)) / df
  const weights = both.map(({ head, base }) => 1 / (1 / head.length + 1 / base.length))
  const total = sum(weights)
  const center = sum(both.map(({ head, base }, at) => (weights[at] ?? 0) * (mean(head) - mean(base)))) / total
  const reach = studentQuantile(1 - (1 - LEVEL) / 2, df) * Math.sqrt(variance / total)
  return {
    value: Math.exp(center),
    lower: Math.exp(center - reach),
    upper: Math.exp(center + reach),
    level: LEVEL,
    n: Math.min(sum(both.map(({ head }) => head.length)), sum(both.map(({ base }) => base.length))),
  }
}

function squares(values: readonly number[]): number {
  const center = mean(values)
  return sum(values.map(value => (value - center) ** 2))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
