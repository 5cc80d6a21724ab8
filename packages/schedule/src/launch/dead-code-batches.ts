import type { DeadCodeBatches } from '@steelyard/stats'
import type { Pacing } from '../run/pacing.ts'
import type { Contender } from './batch.ts'
import { iterationsPerBatch } from './warm-up.ts'
import type { Window } from './window.ts'

/** The largest share of a launch's time per contender. */
const SHARE = 0.05
const MOST_PAIRS = 5
/** The fastest of fewer empty batches may be disturbed. */
const FEWEST_PAIRS_NEAR_EMPTY = 2

/** Batches of longer iterations would take much of the launch, and no compiler removes so much work. */
const LONGEST_ITERATION_NS = 10e6

/** A longer iteration cannot be an empty one. */
const LONGEST_NEAR_EMPTY_NS = 1000

/**
 * The first call must last long enough to be optimised while it runs: workerd left a quarter of the loops that began
 * with short calls in its interpreter for good, and none of 24 that began with this many.
 */
const FIRST_EMPTY_ITERATIONS = 300_000
const MOST_EMPTY_ITERATIONS = 100e6

/** The largest growth from one empty batch to the next. */
const GROWTH = 8

/** After so many the empty loop is optimised, both on stack (OSR) and from its start. */
const LONG_EMPTY_BATCHES = 3

/**
 * Runs for each contender batches of n and of 2n iterations in turn, half and all of an ordinary batch, each after a
 * lead-in, and batches of the empty loop. Runs after the timed windows, so as not to disturb them.
 *
 * @param windows the contenders' last windows, in their order
 * @returns the batches of each contender; null where one iteration is too long for them
 */
export async function measureDeadCode(
  contenders: readonly Contender[],
  windows: readonly Pick<Window, 'warmup' | 'nullBatch'>[],
  pacing: Pacing,
): Promise<(DeadCodeBatches | null)[]> {
  const work: (DeadCodeBatches | null)[] = []
  for (const [index, contender] of contenders.entries()) {
    const window = windows[index]
    const isTooLong = !window || window.warmup.iterationNs > LONGEST_ITERATION_NS
    work.push(isTooLong ? null : await deadCodeBatchesOf(contender, window, pacing))
  }
  return work
}

async function deadCodeBatchesOf(
  contender: Contender,
  { warmup, nullBatch: { wallNs: nullNs } }: Pick<Window, 'warmup' | 'nullBatch'>,
  pacing: Pacing,
): Promise<DeadCodeBatches> {
  const { iterationNs } = warmup
  const iterations = iterationsPerBatch(iterationNs, pacing.batchNs / 2)
  const leadIn = Math.ceil(pacing.leadInNs / iterationNs)
  const timedNs = async (count: number) => {
    await contender.leadIn(leadIn)
    return (await contender.run(count)).wallNs - nullNs
  }
  const emptyNs = async (count: number) => ((await contender.runEmpty?.(count)) ?? 0) - nullNs
  const emptyIterations =
    contender.runEmpty && iterationNs <= LONGEST_NEAR_EMPTY_NS
      ? await warmUpEmpty(emptyNs, pacing.batchNs / 2)
      : null
  const onceNs: number[] = []
  const twiceNs: number[] = []
  const batchesNs: number[] = []
  const fewest = emptyIterations === null ? 1 : FEWEST_PAIRS_NEAR_EMPTY
  const pairs = Math.max(fewest, pairsOf(warmup, pacing))
  while (onceNs.length < pairs) {
    onceNs.push(await timedNs(iterations))
    twiceNs.push(await timedNs(2 * iterations))
    if (emptyIterations !== null) batchesNs.push(await emptyNs(emptyIterations))
  }
  const empty = emptyIterations === null ? null : { iterations: emptyIterations, batchesNs }
  return { iterations, onceNs, twiceNs, empty }
}

/** Returns how many pairs of batches fit in a small share of the launch. */
function pairsOf(
  { iterationNs, outsideNs = 0 }: Window['warmup'],
  { batchNs, leadInNs, timedNs, warmupMinimumNs }: Pacing,
): number {
  const pairNs =
    1.5 * Math.max(batchNs, 2 * iterationNs) + 2 * Math.max(leadInNs, iterationNs) + 4 * outsideNs
  const share = Math.floor((SHARE * (timedNs + 2 * warmupMinimumNs)) / pairNs)
  return Math.min(share, MOST_PAIRS)
}

/** Runs the empty loop until it is optimised, and returns how many of its iterations take the wanted time. */
async function warmUpEmpty(
  batchNs: (iterations: number) => Promise<number>,
  wantedNs: number,
): Promise<number> {
  let iterations = FIRST_EMPTY_ITERATIONS
  for (let long = 0; long < LONG_EMPTY_BATCHES && iterations < MOST_EMPTY_ITERATIONS; ) {
    const tookNs = Math.max(await batchNs(iterations), 1)
    if (tookNs >= wantedNs / 2) long++
    iterations = Math.min(iterationsPerBatch(tookNs / iterations, wantedNs), iterations * GROWTH)
  }
  return iterations
}
