import { mean, standardError } from '../descriptive/moments.ts'
import { studentQuantile } from '../distributions/student-t.ts'

/** The batches by which one launch shows that the work was done, after its timed window. */
export interface WorkBatches {
  /** n. */
  readonly iterations: number
  /** Wall time of each batch of n iterations, the cost of the channel taken out. Nanoseconds. */
  readonly onceNs: readonly number[]
  /** Of each batch of 2n iterations, as many as of n, taken in turn with them. */
  readonly twiceNs: readonly number[]
  /** Batches of a case that does nothing, in the same process; null where an iteration is far above that anyhow. */
  readonly empty: { readonly iterations: number; readonly batchesNs: readonly number[] } | null
}

/** A number with the bounds that it lies within, each with a chance of 999 in 1000. */
export interface Bounds {
  readonly value: number
  readonly lower: number
  readonly upper: number
}

/** What the launches of one contender say about its work. */
export interface DeadCodeFinding {
  /**
   * Lost: work was optimised away, or is not done where it is timed. Done: it is shown to be there, well above the
   * empty loop. Unclear: it is near the empty loop, the launches are too few or too noisy, or nothing was looked at.
   */
  readonly state: 'lost' | 'done' | 'unclear'
  /** By which rule it is lost; null otherwise. */
  readonly rule: 'floor' | 'growth' | null
  readonly launches: number
  /** Time of 2n iterations ÷ time of n; null under 3 launches. */
  readonly growth: Bounds | null
  /** Null when under 3 launches looked at the empty loop. */
  readonly floor: Floor | null
}

/** How an iteration stands to an empty one. Nanoseconds, means over launches of the fastest batches. */
export interface Floor {
  readonly iterationNs: number
  readonly emptyNs: number
  readonly beyondNs: Bounds
  /** Whether so little lies between the two that the loop is a large part of what was timed. */
  readonly isNear: boolean
}

const FEWEST_LAUNCHES = 3
const CONFIDENCE = 0.999

/** Work that is done takes twice as long when it is done twice; deferred or cached work takes once. */
const LEAST_GROWTH = 1.8

/** Less than a cycle of any processor of today; and what two equal loops differ by through where their code lies. */
const FLOOR: Allowance = { ns: 0.25, share: 0.05 }

/** A few cycles: what reading one changed value takes. */
const NEAR_FLOOR: Allowance = { ns: 1, share: 0.2 }

interface Allowance {
  readonly ns: number
  /** Of an empty iteration; the larger of the two counts. */
  readonly share: number
}

/**
 * Returns whether the work of a contender was done, by two rules that were fixed before any measurement. It is lost
 * when either of these holds:
 *
 * - **floor**: an iteration takes under 0.25 ns, or under 5 % of an empty iteration if that is more, longer than an
 *   iteration of the empty loop in the same process; so does the fastest of all launches against the fastest empty one;
 * - **growth**: 2n iterations take less than 1.8 times as long as n.
 *
 * What is said of means must hold with a chance of 999 in 1000, by Student's t over at least three launches: noise
 * makes a finding unclear, and hardly ever lost.
 */
export function findDeadCode(launches: readonly WorkBatches[]): DeadCodeFinding {
  const growth = growthOf(launches)
  const looks = launches.flatMap(launch => lookAtFloor(launch) ?? [])
  const floor = floorOf(looks)
  const isConstant = growth !== null && growth.upper < LEAST_GROWTH
  const isAtFloor =
    floor !== null && floor.beyondNs.upper < allowanceNs(FLOOR, floor.emptyNs) && fastestIsAtFloor(looks)
  const isClearOfFloor = floor !== null && floor.beyondNs.lower > allowanceNs(NEAR_FLOOR, floor.emptyNs)
  const isDone = growth !== null && growth.lower > LEAST_GROWTH && (looks.length === 0 || isClearOfFloor)
  return {
    state: isAtFloor || isConstant ? 'lost' : isDone ? 'done' : 'unclear',
    rule: isAtFloor ? 'floor' : isConstant ? 'growth' : null,
    launches: launches.length,
    growth,
    floor,
  }
}

/** In log, as every ratio; null when the clock saw nothing of one of the two: the floor will tell then. */
function growthOf(launches: readonly WorkBatches[]): Bounds | null {
  const logs = launches.flatMap(({ onceNs, twiceNs }) => {
    const [once, twice] = [mean(onceNs), mean(twiceNs)]
    return once > 0 && twice > 0 ? Math.log(twice / once) : []
  })
  const bounds = boundsOf(logs)
  return (
    bounds && { value: Math.exp(bounds.value), lower: Math.exp(bounds.lower), upper: Math.exp(bounds.upper) }
  )
}

interface Look {
  readonly iterationNs: number
  readonly emptyNs: number
}

/** From the fastest batches: noise only adds, and an iteration without work is what is looked for. */
function lookAtFloor({ iterations, onceNs, twiceNs, empty }: WorkBatches): Look | null {
  if (empty === null) return null
  return {
    iterationNs: Math.min(...onceNs, ...twiceNs.map(ns => ns / 2)) / iterations,
    emptyNs: Math.min(...empty.batchesNs) / empty.iterations,
  }
}

function floorOf(looks: readonly Look[]): Floor | null {
  const beyondNs = boundsOf(looks.map(({ iterationNs, emptyNs }) => iterationNs - emptyNs))
  if (beyondNs === null) return null
  const emptyNs = mean(looks.map(look => look.emptyNs))
  return {
    iterationNs: mean(looks.map(look => look.iterationNs)),
    emptyNs,
    beyondNs,
    isNear: beyondNs.value < allowanceNs(NEAR_FLOOR, emptyNs),
  }
}

/** Some launches never optimise the empty loop: beside that alone any short iteration looks empty. */
function fastestIsAtFloor(looks: readonly Look[]): boolean {
  const emptyNs = Math.min(...looks.map(look => look.emptyNs))
  const iterationNs = Math.min(...looks.map(look => look.iterationNs))
  return iterationNs - emptyNs < allowanceNs(FLOOR, emptyNs)
}

function allowanceNs({ ns, share }: Allowance, emptyNs: number): number {
  return Math.max(ns, share * emptyNs)
}

function boundsOf(values: readonly number[]): Bounds | null {
  if (values.length < FEWEST_LAUNCHES) return null
  const value = mean(values)
  const reach = studentQuantile(CONFIDENCE, values.length - 1) * standardError(values)
  return { value, lower: value - reach, upper: value + reach }
}
