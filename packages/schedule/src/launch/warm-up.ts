import { median, rankScore } from '@steelyard/stats'
import { lateChange, type WarmBatch } from '../late-jit/late-change.ts'
import type { Pacing } from '../run/pacing.ts'
import type { Contender } from './batch.ts'
import type { WarmUp } from './window.ts'

/** What a warm-up has to do before it gets steady. */
export interface WarmUpNeed {
  /** How long it goes on, if that long is needed, to see a late change of speed; 0 for no look. */
  readonly lookNs: number
  /** Iterations that are run at least. */
  readonly iterations: number
}

export const NOTHING_NEEDED: WarmUpNeed = { lookNs: 0, iterations: 0 }

/**
 * Compilers count calls: a look goes on for the most, and is cut short where the fewest do not fit in. In V8 14.6 a loop
 * that Maglev has inlined into its caller was left to TurboFan after 17,000 to 27,000 calls.
 */
const FEWEST_LOOKED_AT = 10_000
const MOST_LOOKED_AT = 40_000

/** How long a warm-up may take for the iterations it needs; the contender drifts then. */
const LONGEST_NEED_NS = 15e9

/** Two neighbouring windows of batches are compared. */
const WINDOW = 6
const STEADY_CHANGE = 0.03

/** What noise alone exceeds in one of five launches; more than half of them must, for a case to be called drifting. */
const DRIFTING_SCORE = 1.28

/** How much longer than its longest time a warm-up may take to fill two windows. */
const OVERTIME = 4

/** How much longer the next batch may be at most while the length of an iteration is not known yet. */
const GROWTH = 8

/**
 * Runs what is needed, and then batches until two neighbouring windows of them agree, at least and at most as long as the
 * pacing says.
 * The first batches also find out how many iterations make a batch.
 *
 * Where noise lets no two windows agree, a contender drifts if the last third of its batches stands apart in rank from the
 * third before: noise alone is no drift.
 *
 * @param nullNs wall time of a null batch, taken out
 * @param need what it has to do before that
 */
export async function warmUp(
  contender: Pick<Contender, 'warm'>,
  nullNs: number,
  pacing: Pacing,
  need: WarmUpNeed = NOTHING_NEEDED,
): Promise<WarmUp> {
  const iterationsNs: number[] = []
  const course: WarmBatch[] = []
  const mostKept = Math.max(3 * WINDOW, Math.ceil(pacing.warmupMaximumNs / pacing.batchNs))
  let iterations = 1
  let done = 0
  let spentNs = 0
  // When what is needed was done.
  let metNs = 0
  let batches = 0
  for (;;) {
    const wallNs = await contender.warm(iterations)
    const batchNs = Math.max(wallNs - nullNs, 1)
    spentNs += wallNs
    done += iterations
    batches++
    if (batchNs >= pacing.batchNs / 4) {
      iterationsNs.push(batchNs / iterations)
      course.push({ iterationNs: batchNs / iterations, iterations: done, durationNs: spentNs })
    } else {
      iterationsNs.length = 0
    }
    const iterationNs = median(iterationsNs.length > 0 ? iterationsNs.slice(-WINDOW) : [batchNs / iterations])
    const needed = isNeeded({ spentNs, done, iterationNs }, need)
    if (needed) metNs = spentNs
    // What happened long ago does not tell whether it is steady now.
    const state = stateAfter(iterationsNs.slice(-mostKept), { spentNs, sinceNs: spentNs - metNs }, pacing)
    if (!needed && state !== null) {
      return {
        state: done < need.iterations ? 'drifting' : state,
        batches,
        durationNs: spentNs,
        iterationNs,
        ...(hasLooked({ spentNs, done }, need) && seenIn(course, done)),
      }
    }
    iterations = nextIterations(iterations, batchNs, pacing.batchNs)
  }
}

/** Returns how many iterations make a batch of the wanted length; at least one. */
export function iterationsPerBatch(iterationNs: number, batchNs: number): number {
  return Math.max(1, Math.round(batchNs / iterationNs))
}

function nextIterations(iterations: number, batchNs: number, wantedNs: number): number {
  const exact = iterationsPerBatch(batchNs / iterations, wantedNs)
  return Math.min(exact, iterations * GROWTH)
}

/** Whether a warm-up has to go on although the contender may be steady. */
function isNeeded(
  so: { readonly spentNs: number; readonly done: number; readonly iterationNs: number },
  need: WarmUpNeed,
): boolean {
  if (so.done < need.iterations) return so.spentNs < LONGEST_NEED_NS
  const seenInLook = so.done + (need.lookNs - so.spentNs) / so.iterationNs
  return need.lookNs > 0 && !hasLooked(so, need) && seenInLook >= FEWEST_LOOKED_AT
}

function hasLooked(so: { readonly spentNs: number; readonly done: number }, { lookNs }: WarmUpNeed): boolean {
  return lookNs > 0 && (so.spentNs >= lookNs || so.done >= MOST_LOOKED_AT)
}

/** What did not change in fewer calls than are looked at may still do so. */
function seenIn(course: readonly WarmBatch[], done: number): Pick<WarmUp, 'late'> {
  const late = lateChange(course)
  return late === null && done < MOST_LOOKED_AT ? {} : { late }
}

function stateAfter(
  iterationsNs: readonly number[],
  { spentNs, sinceNs }: { readonly spentNs: number; readonly sinceNs: number },
  pacing: Pacing,
): WarmUp['state'] | null {
  if (spentNs >= pacing.warmupMinimumNs && isSteady(iterationsNs)) return 'steady'
  if (sinceNs < pacing.warmupMaximumNs) return null
  // Some cases take longer than the whole warm-up for a few iterations: two windows are looked at, or it drifts.
  if (iterationsNs.length < 2 * WINDOW)
    return sinceNs >= OVERTIME * pacing.warmupMaximumNs ? 'drifting' : null
  return stillChanges(iterationsNs) ? 'drifting' : 'steady'
}

function stillChanges(iterationsNs: readonly number[]): boolean {
  const third = Math.max(WINDOW, Math.floor(iterationsNs.length / 3))
  return rankScore(iterationsNs.slice(-2 * third, -third), iterationsNs.slice(-third)) > DRIFTING_SCORE
}

function isSteady(iterationsNs: readonly number[]): boolean {
  if (iterationsNs.length < 2 * WINDOW) return false
  const before = median(iterationsNs.slice(-2 * WINDOW, -WINDOW))
  const after = median(iterationsNs.slice(-WINDOW))
  return Math.abs(Math.log(after / before)) <= STEADY_CHANGE
}
