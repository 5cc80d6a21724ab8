import { median, quantile } from '@steelyard/stats'

/** Where a contender came to another speed, and stayed there. */
export interface LateChange {
  /** Iterations that came before it, from the first of the process. */
  readonly iterations: number
  /** Wall time of those. */
  readonly durationNs: number
  /** Time of an iteration before ÷ after: above 1 where it got faster. */
  readonly speedUp: number
}

/** A batch of a warm-up. */
export interface WarmBatch {
  /** Time of an iteration in it. */
  readonly iterationNs: number
  /** Iterations and wall time until its end, from the first of the process. */
  readonly iterations: number
  readonly durationNs: number
}

const BLOCK_NS = 50e6

/** With fewer blocks on one side it may be a disturbance that is about to pass. */
const FEWEST_BLOCKS = 4

/** Of the blocks of one side, so many may be out of line. */
const STRAY_SHARE = 0.1

/** Neighbours that stay for long make as much, but not twice at the same place: see `LateChanges`. */
const SMALLEST_CHANGE = 1.25

/**
 * Returns the last place in a warm-up before which it was slower than ever after, or faster: code that was optimised late,
 * or left. Null where there is none.
 *
 * By the lower quartile of each block of batches, since noise mostly adds; and nearly all blocks of one side have to
 * stand apart from nearly all of the other, since most noise comes and goes.
 *
 * @param batches in the order they were run
 */
export function lateChange(batches: readonly WarmBatch[]): LateChange | null {
  const blocks = blocksOf(batches)
  const sides = blocks.slice(FEWEST_BLOCKS - 1, -FEWEST_BLOCKS).map(
    ({ last }, index): Sides => ({
      before: quartilesOf(blocks.slice(0, FEWEST_BLOCKS + index)),
      after: quartilesOf(blocks.slice(FEWEST_BLOCKS + index)),
      last,
    }),
  )
  const latest = sides.findLastIndex(
    ({ before, after }) => standApart(before, after) || standApart(after, before),
  )
  // Strays are allowed for, so that the place itself is a little before.
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

function quartilesOf(blocks: readonly Block[]): number[] {
  return blocks.map(({ quartileNs }) => quartileNs)
}

/** How far the blocks are from the median of their side, all together, in log. */
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

interface Block {
  readonly quartileNs: number
  readonly last: WarmBatch
}

/** Leaves out what fills no block at the end. */
function blocksOf(batches: readonly WarmBatch[]): Block[] {
  const blocks: Block[] = []
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
