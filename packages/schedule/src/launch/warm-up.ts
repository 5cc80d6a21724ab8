import { median, rankScore } from '@steelyard/stats'
import { lateChange, type WarmBatch } from '../late-jit/late-change.ts'
import type { Pacing } from '../run/pacing.ts'
import type { Contender } from './batch.ts'
import type { WarmUp } from './window.ts'

/** What a warm-up must do before it may end. */
export interface WarmUpNeed {
  /** The longest time of a probe for late changes of speed; 0 for no probe. */
  readonly probeNs: number
  /** The fewest iterations. */
  readonly iterations: number
}

export const NOTHING_NEEDED: WarmUpNeed = { probeNs: 0, iterations: 0 }

/**
 * Compilers count calls: a probe ends after the most, and is cut short where the fewest do not fit in. In V8 14.6 a loop
 * that Maglev has inlined into its caller was left to TurboFan after 17,000 to 27,000 calls.
 */
const FEWEST_PROBED = 10_000
const MOST_PROBED = 40_000

/** A warm-up that takes longer for the iterations it needs ends as drifting. */
const LONGEST_NEED_NS = 15e9

/** Two neighbouring windows of batches are compared. */
const WINDOW = 6
/** Where iterations are so long that two windows do not fit into the overtime: two halves of 4, and the first, which is cold. */
const FEWEST_LONG = 9
const STEADY_CHANGE = 0.03

/** Noise alone exceeds it in one of five launches; a case is drifting when more than half of its launches do. */
const DRIFTING_SCORE = 1.28

/** A warm-up may take this many times its longest time to fill two windows. */
const OVERTIME = 4

/** The largest growth from one batch to the next while the length of an iteration is not known. */
const GROWTH = 8

/**
 * Runs what `need` asks for, then batches until two neighbouring windows of them agree, within the pacing's shortest and
 * longest warm-up. The first batches also find the number of iterations of a batch. `nullNs`, the wall time of a null
 * batch, is subtracted from every batch. Where noise lets no two windows agree, a contender drifts if the last third of
 * its batches differs in rank from the third before. Of fewer than twelve long iterations the last half is compared with
 * the one before. `nullOutsideNs` is the turn of a null batch without it.
 */
export async function warmUp(
  contender: Pick<Contender, 'warm'>,
  nullNs: number,
  pacing: Omit<Pacing, 'turnNs'>,
  need: WarmUpNeed = NOTHING_NEEDED,
  nullOutsideNs = 0,
): Promise<WarmUp> {
  const iterationsNs: number[] = []
  const outsidesNs: number[] = []
  const untimedShares: number[] = []
  const course: WarmBatch[] = []
  const mostKept = Math.max(3 * WINDOW, Math.ceil(pacing.warmupMaximumNs / pacing.batchNs))
  let iterations = 1
  let done = 0
  let spentNs = 0
  // Time at which the need was met.
  let metNs = 0
  let batches = 0
  for (;;) {
    const { wallNs, outsideNs } = await contender.warm(iterations)
    const batchNs = Math.max(wallNs - nullNs, 1)
    spentNs += wallNs + (outsideNs ?? 0)
    if (outsideNs !== undefined) {
      outsidesNs.push(outsideNs)
      untimedShares.push(Math.max(0, outsideNs - nullOutsideNs) / (wallNs + outsideNs))
    }
    done += iterations
    batches++
    if (batchNs >= pacing.batchNs / 4) {
      iterationsNs.push(batchNs / iterations)
      course.push({ iterationNs: batchNs / iterations, iterations: done, durationNs: spentNs })
    } else {
      iterationsNs.length = 0
    }
    const iterationNs = median(iterationsNs.length > 0 ? iterationsNs.slice(-WINDOW) : [batchNs / iterations])
    const passesNs = iterationNs + (outsideNs ?? 0) / iterations
    const needed = isNeeded({ spentNs, done, passesNs }, need)
    if (needed) metNs = spentNs
    // Old batches do not show whether it is steady now.
    const state = stateAfter(iterationsNs.slice(-mostKept), { spentNs, sinceNs: spentNs - metNs }, pacing)
    if (!needed && state !== null) {
      return {
        state: done < need.iterations ? 'drifting' : state,
        batches,
        durationNs: spentNs,
        iterationNs,
        ...(outsidesNs.length > 0 && {
          outsideNs: median(outsidesNs.slice(-WINDOW)),
          untimedShare: median(untimedShares.slice(-WINDOW)),
        }),
        ...(hasProbed({ spentNs, done }, need) && lateIn(course, done)),
      }
    }
    iterations = nextIterations(iterations, batchNs, pacing.batchNs)
  }
}

/** Returns how many iterations make a batch of the wanted length; at least one. */
export function iterationsPerBatch(iterationNs: number, batchNs: number): number {
  return Math.max(1, Math.round(batchNs / iterationNs))
}

/** Returns how many iterations the batch after one of this length has, to come to the wanted length. */
export function nextIterations(iterations: number, batchNs: number, wantedNs: number): number {
  return Math.min(iterationsPerBatch(batchNs / iterations, wantedNs), iterations * GROWTH)
}

function isNeeded(
  so: {
    readonly spentNs: number
    readonly done: number
    /** Time that passes while it runs one iteration. */
    readonly passesNs: number
  },
  need: WarmUpNeed,
): boolean {
  if (so.done < need.iterations) return so.spentNs < LONGEST_NEED_NS
  const doneInProbe = so.done + (need.probeNs - so.spentNs) / so.passesNs
  return need.probeNs > 0 && !hasProbed(so, need) && doneInProbe >= FEWEST_PROBED
}

function hasProbed(so: { readonly spentNs: number; readonly done: number }, { probeNs }: WarmUpNeed) {
  return probeNs > 0 && (so.spentNs >= probeNs || so.done >= MOST_PROBED)
}

/** Without a change in fewer calls than a whole probe, one may still come. */
function lateIn(course: readonly WarmBatch[], done: number): Pick<WarmUp, 'late'> {
  const late = lateChange(course)
  return late === null && done < MOST_PROBED ? {} : { late }
}

function stateAfter(
  iterationsNs: readonly number[],
  { spentNs, sinceNs }: { readonly spentNs: number; readonly sinceNs: number },
  pacing: Omit<Pacing, 'turnNs'>,
): WarmUp['state'] | null {
  if (spentNs >= pacing.warmupMinimumNs && isSteady(iterationsNs)) return 'steady'
  if (sinceNs < pacing.warmupMaximumNs) return null
  const { length } = iterationsNs
  if (length >= 2 * WINDOW)
    return stillChanges(iterationsNs, Math.max(WINDOW, Math.floor(length / 3))) ? 'drifting' : 'steady'
  // A few iterations of some cases outlast the warm-up.
  if (sinceNs < OVERTIME * pacing.warmupMaximumNs) return null
  if (length < FEWEST_LONG) return sinceNs >= LONGEST_NEED_NS ? 'drifting' : null
  const half = Math.floor(length / 2)
  return isSteady(iterationsNs, half) || !stillChanges(iterationsNs, half) ? 'steady' : 'drifting'
}

function stillChanges(iterationsNs: readonly number[], part: number): boolean {
  return rankScore(iterationsNs.slice(-2 * part, -part), iterationsNs.slice(-part)) > DRIFTING_SCORE
}

/** Whether the medians of the last two windows of samples agree. */
export function isSteady(samplesNs: readonly number[], window = WINDOW, change = STEADY_CHANGE): boolean {
  if (samplesNs.length < 2 * window) return false
  const before = median(samplesNs.slice(-2 * window, -window))
  const after = median(samplesNs.slice(-window))
  return Math.abs(Math.log(after / before)) <= change
}
