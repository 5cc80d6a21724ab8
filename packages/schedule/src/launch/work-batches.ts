import type { DeadCodeBatches } from '@steelyard/stats'
import type { Pacing } from '../run/pacing.ts'
import type { Contender } from './batch.ts'
import { iterationsPerBatch } from './warm-up.ts'
import type { Window } from './window.ts'

/** Of what a launch takes for each contender. */
const SHARE = 0.05
const MOST_PAIRS = 5
/** Of the fastest of fewer empty batches nobody can say that it was undisturbed. */
const FEWEST_PAIRS_NEAR_EMPTY = 2

/** Twice as long an iteration would take a large part of the launch, and no compiler makes so much work vanish. */
const LONGEST_ITERATION_NS = 10e6

/** Above this nobody can take an iteration for an empty one. */
const LONGEST_NEAR_EMPTY_NS = 1000

/**
 * The first call must last long enough to be optimised while it runs: workerd left a quarter of the loops that began
 * with short calls in its interpreter for good, and none of 24 that began with this many.
 */
const FIRST_EMPTY_ITERATIONS = 300_000
const MOST_EMPTY_ITERATIONS = 100e6

/** How much longer the next empty batch may be at most. */
const GROWTH = 8

/** After so many the empty loop is optimised, in the midst of a call and from its beginning. */
const LONG_EMPTY_BATCHES = 3

/**
 * Runs for each contender batches of n and of 2n iterations in turn, half and all of an ordinary batch, each after a
 * lead-in, and batches of the empty loop. Comes after the timed window, so that nothing before is disturbed.
 *
 * @param windows what the contenders have just given, in their order
 * @returns for each contender its batches; null when one iteration takes so long that this would cost too much
 */
export async function weighWork(
  contenders: readonly Contender[],
  windows: readonly Pick<Window, 'warmup' | 'nullBatch'>[],
  pacing: Pacing,
): Promise<(DeadCodeBatches | null)[]> {
  const work: (DeadCodeBatches | null)[] = []
  for (const [index, contender] of contenders.entries()) {
    const window = windows[index]
    const isTooLong = !window || window.warmup.iterationNs > LONGEST_ITERATION_NS
    work.push(isTooLong ? null : await weighWorkOf(contender, window, pacing))
  }
  return work
}

async function weighWorkOf(
  contender: Contender,
  { warmup: { iterationNs }, nullBatch: { wallNs: nullNs } }: Pick<Window, 'warmup' | 'nullBatch'>,
  pacing: Pacing,
): Promise<DeadCodeBatches> {
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
  const pairs = Math.max(fewest, pairsOf(iterationNs, pacing))
  while (onceNs.length < pairs) {
    onceNs.push(await timedNs(iterations))
    twiceNs.push(await timedNs(2 * iterations))
    if (emptyIterations !== null) batchesNs.push(await emptyNs(emptyIterations))
  }
  const empty = emptyIterations === null ? null : { iterations: emptyIterations, batchesNs }
  return { iterations, onceNs, twiceNs, empty }
}

/** How many pairs of batches a small share of the launch pays for. */
function pairsOf(iterationNs: number, { batchNs, leadInNs, timedNs, warmupMinimumNs }: Pacing): number {
  const pairNs = 1.5 * Math.max(batchNs, 2 * iterationNs) + 2 * Math.max(leadInNs, iterationNs)
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
