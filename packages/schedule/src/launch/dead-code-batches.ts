import type { DeadCodeBatches } from '@steelyard/stats'
import type { Pacing } from '../run/pacing.ts'
import type { Batch, Contender, TakeTurns, Turn } from './batch.ts'
import { iterationsPerBatch, nextIterations } from './warm-up.ts'
import type { Window } from './window.ts'

/** The largest share of a launch's time per contender. */
const SHARE = 0.03
/** More launches make the finding sure, not more pairs in each. */
const MOST_PAIRS = 3
/** The fastest of fewer empty batches may be disturbed. */
const FEWEST_PAIRS_NEAR_EMPTY = 2

/** Batches of longer iterations would take much of the launch, and no compiler removes that much work. */
const LONGEST_ITERATION_NS = 10e6

/** A longer iteration cannot be an empty one. */
const LONGEST_NEAR_EMPTY_NS = 1000

/**
 * The first call must last long enough to be optimised while it runs: workerd left a quarter of the loops that began
 * with short calls in its interpreter for good, and none of 24 that began with this many.
 */
const FIRST_EMPTY_ITERATIONS = 300_000
const MOST_EMPTY_ITERATIONS = 100e6

/** After this many batches the empty loop is optimised, both on stack (OSR) and from its start. */
const LONG_EMPTY_BATCHES = 3

/**
 * Runs for each contender batches of n and of 2n iterations, half and all of an ordinary batch, each after a lead-in, then
 * batches of the empty loop. Runs after the timed windows, so as not to disturb them. It takes their kind of turns: after an
 * idle gap a batch that allocates starts slowly, and n iterations seem to take more than half of what 2n take. `windows` are
 * the contenders' last ones. Null where one iteration is too long for such batches, or they would show nothing.
 */
export async function measureDeadCode(
  contenders: readonly Contender[],
  windows: readonly Pick<Window, 'warmup' | 'nullBatch'>[],
  pacing: Pacing,
  takeTurns: TakeTurns,
): Promise<(DeadCodeBatches | null)[]> {
  const work: (DeadCodeBatches | null)[] = []
  for (const [index, contender] of contenders.entries()) {
    const window = windows[index]
    const isTooLong = !window || window.warmup.iterationNs > LONGEST_ITERATION_NS
    const hasNone = isTooLong || contender.hasWholeCalls === true
    const take = (turns: readonly Omit<Turn, 'contender'>[]) =>
      takeTurns(turns.map(turn => ({ ...turn, contender: index })))
    work.push(hasNone ? null : await deadCodeBatchesOf(contender, window, pacing, take))
  }
  return work
}

async function deadCodeBatchesOf(
  contender: Contender,
  { warmup, nullBatch: { wallNs: nullNs } }: Pick<Window, 'warmup' | 'nullBatch'>,
  pacing: Pacing,
  take: (turns: readonly Omit<Turn, 'contender'>[]) => Promise<readonly Batch[]>,
): Promise<DeadCodeBatches> {
  const { iterationNs } = warmup
  const iterations = iterationsPerBatch(iterationNs, pacing.batchNs / 2)
  const leadIn = Math.ceil(pacing.leadInNs / iterationNs)
  const hasEmpty = contender.runEmpty !== undefined && iterationNs <= LONGEST_NEAR_EMPTY_NS
  const pairs = Math.max(hasEmpty ? FEWEST_PAIRS_NEAR_EMPTY : 1, pairsOf(warmup, pacing))
  const turns = Array.from({ length: pairs }, (_, pair) => (pair % 2 === 0 ? [1, 2] : [2, 1]))
    .flat()
    .map(times => ({ leadIn, iterations: times * iterations }))
  // The contender was idle while others had their turns: its first batch would be slow, and does not count.
  const [, ...batches] = await take([{ leadIn, iterations }, ...turns])
  const timesOf = (count: number) =>
    batches.flatMap(({ wallNs }, index) => (turns[index]?.iterations === count ? wallNs - nullNs : []))
  return {
    iterations,
    onceNs: timesOf(iterations),
    twiceNs: timesOf(2 * iterations),
    empty: hasEmpty ? await emptyBatchesOf(contender, nullNs, pairs, pacing) : null,
  }
}

async function emptyBatchesOf(contender: Contender, nullNs: number, count: number, { batchNs }: Pacing) {
  const emptyNs = async (iterations: number) => ((await contender.runEmpty?.(iterations)) ?? 0) - nullNs
  const iterations = await warmUpEmpty(emptyNs, batchNs / 2)
  const batchesNs: number[] = []
  while (batchesNs.length < count) batchesNs.push(await emptyNs(iterations))
  return { iterations, batchesNs }
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
async function warmUpEmpty(batchNs: (iterations: number) => Promise<number>, wantedNs: number) {
  let iterations = FIRST_EMPTY_ITERATIONS
  for (let long = 0; long < LONG_EMPTY_BATCHES && iterations < MOST_EMPTY_ITERATIONS; ) {
    const tookNs = Math.max(await batchNs(iterations), 1)
    if (tookNs >= wantedNs / 2) long++
    iterations = nextIterations(iterations, tookNs, wantedNs)
  }
  return iterations
}
