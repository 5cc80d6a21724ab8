import { mean, standardError } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'
import type { Estimate } from '../intervals/estimate.ts'

/** Batches that show whether a launch ran dead code, taken after its timed window. */
export interface DeadCodeBatches {
  /** n, the iterations of half a batch. */
  readonly iterations: number
  /** Wall time of each batch of n iterations, the cost of the channel subtracted. Nanoseconds. */
  readonly onceNs: readonly number[]
  /** Times of 2n iterations: as many batches, alternating with those of n. */
  readonly twiceNs: readonly number[]
  /** Batches of an empty case in the same process; null where an iteration is far longer anyhow. */
  readonly empty: { readonly iterations: number; readonly batchesNs: readonly number[] } | null
  /** A batch of the timed window: its iterations, and its median time. Nanoseconds; absent where it is not known. */
  readonly timed?: { readonly iterations: number; readonly batchNs: number }
}

/** A mean with its bounds, each of which holds with a chance of 999 in 1000. */
export type Bounds = Pick<Estimate, 'value' | 'lower' | 'upper'>

export interface DeadCodeFinding {
  /**
   * Lost: the work was optimised away, or runs outside of the timed batches. Done: it takes clearly longer than the empty
   * loop. Unclear: it is near the empty loop, or the launches are too few, too noisy or not measured.
   */
  readonly state: 'lost' | 'done' | 'unclear'
  /** The rule that finds it lost; null otherwise. */
  readonly rule: 'floor' | 'growth' | null
  readonly launches: number
  /** Time of 2n iterations ÷ time of n; null under 3 launches. */
  readonly growth: Bounds | null
  /** Null when under 3 launches measured the empty loop. */
  readonly floor: Floor | null
}

/** An iteration compared with an empty one. Nanoseconds, means over launches of the fastest batches. */
export interface Floor {
  readonly iterationNs: number
  readonly emptyNs: number
  readonly beyondNs: Bounds
  /** Whether the two are so close that the loop is a large part of the timed work. */
  readonly isNear: boolean
}

const FEWEST_LAUNCHES = 3
const CONFIDENCE = 0.999

/** Twice the iterations take twice the time; deferred or cached work does not. */
const LEAST_GROWTH = 1.8

/**
 * Time: less than a cycle of any processor of today. Share of an empty iteration: how equal loops differ at different code
 * addresses. The larger of the two counts.
 */
const FLOOR = { ns: 0.25, share: 0.05 }

/** A few cycles: the time of reading one changed value. */
const NEAR_FLOOR = { ns: 1, share: 0.2 }

/**
 * Returns whether a contender ran dead code, by two rules that were fixed before any measurement. Its work is lost when
 * either holds:
 *
 * - **floor**: an iteration takes under 0.25 ns, or under 5 % of an empty iteration if that is more, longer than an
 *   iteration of the empty loop in the same process; so does the fastest of all launches against the fastest empty one;
 * - **growth**: 2n iterations take less than 1.8 times as long as n, and so do the fastest batches: a collection that falls
 *   on the same batches in every launch would hide that the others grow. Where timed batches are longer, they grow as little
 *   with each doubling: a cost at the start of every batch, as of cold caches, hides the growth of short ones.
 *
 * Bounds of means hold with a chance of 999 in 1000, by Student's t over at least three launches: noise makes a finding
 * unclear, and hardly ever lost.
 */
export function findDeadCode(launches: readonly DeadCodeBatches[]): DeadCodeFinding {
  const growth = growthOf(launches, mean)
  const fastest = growthOf(launches, times => Math.min(...times))
  const samples = launches.flatMap(launch => floorSampleOf(launch) ?? [])
  const floor = floorOf(samples)
  const timed = boundsOf(launches.flatMap(launch => growthToTimed(launch) ?? []))
  const isConstant =
    growth !== null &&
    growth.upper < LEAST_GROWTH &&
    (fastest?.value ?? 0) < LEAST_GROWTH &&
    (timed?.value ?? 0) < LEAST_GROWTH
  const isAtFloor =
    floor !== null && floor.beyondNs.upper < allowanceNs(FLOOR, floor.emptyNs) && fastestIsAtFloor(samples)
  const isClearOfFloor = floor !== null && floor.beyondNs.lower > allowanceNs(NEAR_FLOOR, floor.emptyNs)
  const isDone = growth !== null && growth.lower > LEAST_GROWTH && (samples.length === 0 || isClearOfFloor)
  return {
    state: isAtFloor || isConstant ? 'lost' : isDone ? 'done' : 'unclear',
    rule: isAtFloor ? 'floor' : isConstant ? 'growth' : null,
    launches: launches.length,
    growth,
    floor,
  }
}

/** In log, as every ratio; null when one of the two took no time on the clock: the floor decides then. */
function growthOf(launches: readonly DeadCodeBatches[], timeOf: (timesNs: readonly number[]) => number) {
  const logs = launches.flatMap(({ onceNs, twiceNs }) => {
    const [once, twice] = [timeOf(onceNs), timeOf(twiceNs)]
    return once > 0 && twice > 0 ? Math.log(twice / once) : []
  })
  const bounds = boundsOf(logs)
  return (
    bounds && { value: Math.exp(bounds.value), lower: Math.exp(bounds.lower), upper: Math.exp(bounds.upper) }
  )
}

/** The growth with each doubling of the iterations from 2n to those of a timed batch; null where that is hardly longer. */
function growthToTimed({ iterations, twiceNs, timed }: DeadCodeBatches): number | null {
  const doublings = timed === undefined ? 0 : Math.log2(timed.iterations / (2 * iterations))
  const ns = mean(twiceNs)
  return timed === undefined || doublings < 1 || ns <= 0 ? null : (timed.batchNs / ns) ** (1 / doublings)
}

type FloorSample = Pick<Floor, 'iterationNs' | 'emptyNs'>

/** From the fastest batches: noise only adds time. */
function floorSampleOf({ iterations, onceNs, twiceNs, empty }: DeadCodeBatches): FloorSample | null {
  if (empty === null) return null
  return {
    iterationNs: Math.min(...onceNs, ...twiceNs.map(ns => ns / 2)) / iterations,
    emptyNs: Math.min(...empty.batchesNs) / empty.iterations,
  }
}

function floorOf(samples: readonly FloorSample[]): Floor | null {
  const beyondNs = boundsOf(samples.map(({ iterationNs, emptyNs }) => iterationNs - emptyNs))
  if (beyondNs === null) return null
  const emptyNs = mean(samples.map(sample => sample.emptyNs))
  return {
    iterationNs: mean(samples.map(sample => sample.iterationNs)),
    emptyNs,
    beyondNs,
    isNear: beyondNs.value < allowanceNs(NEAR_FLOOR, emptyNs),
  }
}

/** Some launches never optimise the empty loop: against that, any short iteration seems empty. */
function fastestIsAtFloor(samples: readonly FloorSample[]): boolean {
  const emptyNs = Math.min(...samples.map(sample => sample.emptyNs))
  const iterationNs = Math.min(...samples.map(sample => sample.iterationNs))
  return iterationNs - emptyNs < allowanceNs(FLOOR, emptyNs)
}

function allowanceNs({ ns, share }: typeof FLOOR, emptyNs: number): number {
  return Math.max(ns, share * emptyNs)
}

function boundsOf(values: readonly number[]): Bounds | null {
  if (values.length < FEWEST_LAUNCHES) return null
  const value = mean(values)
  const reach = studentQuantile(CONFIDENCE, values.length - 1) * standardError(values)
  return { value, lower: value - reach, upper: value + reach }
}
