import { median, quantile } from '@steelyard/stats'

/** A lasting change of a contender's speed. */
export interface LateChange {
  /** Iterations that came before it, from the first of the process. */
  readonly iterations: number
  /** Wall time of those. */
  readonly durationNs: number
  /** Time of an iteration before ÷ after: above 1 where it got faster. */
  readonly speedUp: number
}

export interface WarmBatch {
  readonly iterationNs: number
  /** Iterations and wall time until its end, from the first of the process. */
  readonly iterations: number
  readonly durationNs: number
}

const BLOCK_NS = 50e6

/** Fewer blocks on one side may be a passing disturbance. */
const FEWEST_BLOCKS = 4

/** The share of blocks of one side that may be outliers. */
const STRAY_SHARE = 0.1

/** Neighbours that stay for long make as much, but not twice after as many iterations: see `LateChanges`. */
const SMALLEST_CHANGE = 1.25

/**
 * Returns the last lasting change of speed in a warm-up: code that was optimised late, or deoptimised. Null where there
 * is none.
 *
 * Compares the lower quartile of each block of batches, in the order of their runs, since noise mostly adds time. Nearly
 * all blocks of one side must differ from nearly all of the other, since most noise comes and goes.
 */
export function lateChange(batches: readonly WarmBatch[]): LateChange | null {
  const blocks = blocksOf(batches)
  const quartilesNs = blocks.map(({ quartileNs }) => quartileNs)
  const sides = blocks.slice(FEWEST_BLOCKS - 1, -FEWEST_BLOCKS).map(
    ({ last }, index): Sides => ({
      before: quartilesNs.slice(0, FEWEST_BLOCKS + index),
      after: quartilesNs.slice(FEWEST_BLOCKS + index),
      last,
    }),
  )
  const latest = sides.findLastIndex(
    ({ before, after }) => standApart(before, after) || standApart(after, before),
  )
  // Outliers are allowed, so the change itself may be a little earlier.
  const near = sides.slice(Math.max(0, latest - Math.ceil(STRAY_SHARE * blocks.length)), latest + 1)
  const best = near.toSorted((a, b) => misfitOf(a) - misfitOf(b))[0]
  if (best === undefined) return null
  const { iterations, durationNs } = best.last
  return { iterations, durationNs, speedUp: median(best.before) / median(best.after) }
}

interface Sides {
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** The last batch before. */
  readonly last: WarmBatch
}

/** The sum over the blocks of the distance from the median of their side, in log. */
function misfitOf({ before, after }: Sides): number {
  return spreadOf(before) + spreadOf(after)
}

function spreadOf(side: readonly number[]): number {
  const middle = median(side)
  return side.reduce((sum, ns) => sum + Math.abs(Math.log(ns / middle)), 0)
}

function standApart(slower: readonly number[], faster: readonly number[]): boolean {
  return quantile(slower, STRAY_SHARE) / quantile(faster, 1 - STRAY_SHARE) > SMALLEST_CHANGE
}

/** Drops an incomplete block at the end. */
function blocksOf(batches: readonly WarmBatch[]) {
  const blocks: { readonly quartileNs: number; readonly last: WarmBatch }[] = []
  let iterationsNs: number[] = []
  let beganNs = 0
  for (const last of batches) {
    iterationsNs.push(last.iterationNs)
    if (last.durationNs - beganNs < BLOCK_NS) continue
    blocks.push({ quartileNs: quantile(iterationsNs, 0.25), last })
    iterationsNs = []
    beganNs = last.durationNs
  }
  return blocks
}
