import { checkBetween, checkFinite } from '../descriptive/check-number.ts'
import { elementAt } from '../descriptive/element-at.ts'
import { centredRanks } from '../descriptive/mean-ranks.ts'
import { median } from '../descriptive/quantile.ts'
import { createRandom, type Random } from '../distributions/random.ts'

/** Values on each side of a change, at least. */
const SHORTEST_SIDE = 3
const LEAST_PERMUTATIONS = 499
/** The test stops after this many exceedances: with fewer, its level would be coarse. */
const LEAST_BEATEN = 4
const SEED = 1
const MOST_PASSES = 10
/** How far around a change its levels are taken: farther off there may be a change that is not found yet. */
const REACH = 15
/** Rounding may move equal contrasts apart by this. */
const ROUNDING = 1e-9

/** A part of a series, searched for the next change. */
interface Segment {
  readonly start: number
  /** Standardized ranks of its values. */
  readonly ranks: Float64Array
  readonly intervals: readonly Interval[]
}

interface Interval {
  readonly start: number
  readonly end: number
  /** The factor that standardizes the difference, by the count of values on the left. */
  readonly weights: Float64Array
}

interface Split {
  readonly contrast: number
  readonly at: number
}

/**
 * Returns the indices at which a new level of `values` begins, ascending; empty where there is no change.
 *
 * A series of exchangeable values shows a change with a chance of at most `alpha`, whatever their distribution; one with
 * changes shows one too many about as often. The greatest difference between the mean ranks of two neighbouring stretches
 * is compared with the greatest of the same values in random order (permutation test); what stands out splits the series,
 * and both parts are searched again. Order and test are those of E-divisive (Matteson and James 2014), the difference is
 * the standardized rank sum of Pettitt (1979), and the stretches are the seeded intervals of Kovács, Bühlmann, Li and Munk
 * (2023), by which a level that comes and goes is found too. The index is that of least absolute deviations.
 *
 * Neighbours that resemble one another beyond their level (drift, the same hour) are not exchangeable, and give more
 * false alarms: see `lagOneCorrelation`. RangeError if a value is not finite or alpha is outside 0…1.
 */
export function findChanges(values: readonly number[], alpha: number): number[] {
  checkFinite('the values of a series', values)
  checkBetween('alpha', alpha, 0, 1)
  const random = createRandom(SEED)
  let changes: readonly number[] = []
  while (canShowChange(values.length, alpha)) {
    const segments = [0, ...changes].map((start, index): Segment => {
      const own = values.slice(start, changes[index])
      return { start, ranks: standardRanks(own), intervals: seededIntervals(own.length) }
    })
    const split = greatestSplit(segments)
    if (split === null || !standsOut(segments, split.contrast, alpha, random)) break
    changes = settled(
      values,
      [...changes, split.at].sort((a, b) => a - b),
    )
  }
  return [...changes]
}

/**
 * Moves each change to where its two levels fit best, until all stay. Ranks ignore how far apart values are, so their
 * index is a little off, and the rest of a level would count as another change.
 */
function settled(values: readonly number[], changes: readonly number[]): readonly number[] {
  let before = changes
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const after = before.map((at, index) =>
      bestIndex(
        values,
        Math.max(before[index - 1] ?? 0, at - REACH),
        at,
        Math.min(before[index + 1] ?? values.length, at + REACH),
      ),
    )
    const isSame = after.every((at, index) => at === before[index])
    // Neighbours that move towards one another leave too little between them.
    if (isSame || hasShortStretch(after, values.length)) return before
    before = after
  }
  return before
}

/** Returns the index at which the values change between the medians before and after `at`: least absolute deviations. */
function bestIndex(values: readonly number[], start: number, at: number, end: number): number {
  const [left, right] = [median(values.slice(start, at)), median(values.slice(at, end))]
  let cost = 0
  let best = { cost: Infinity, at }
  for (let index = start; index < end; index++) {
    if (index - start >= SHORTEST_SIDE && end - index >= SHORTEST_SIDE && cost < best.cost) {
      best = { cost, at: index }
    }
    const value = elementAt(values, index)
    cost += Math.abs(value - left) - Math.abs(value - right)
  }
  return best.at
}

function hasShortStretch(changes: readonly number[], count: number): boolean {
  return [...changes, count].some((end, index) => end - (changes[index - 1] ?? 0) < SHORTEST_SIDE)
}

/** Returns whether this many values can show a change: whether a perfect step is rare enough among their orders. */
export function canShowChange(count: number, alpha: number): boolean {
  if (count < 2 * SHORTEST_SIDE) return false
  let orders = 1
  for (let taken = 1; taken <= Math.floor(count / 2) && 2 / orders > alpha; taken++) {
    orders *= (count - taken + 1) / taken
  }
  return 2 / orders <= alpha
}

/** Permutation test over all segments; true when at most alpha of all orders exceed the contrast `seen`. */
function standsOut(segments: readonly Segment[], seen: number, alpha: number, random: Random): boolean {
  const permutations = Math.max(LEAST_PERMUTATIONS, Math.ceil(LEAST_BEATEN / alpha) - 1)
  const mayBeat = Math.floor(alpha * (permutations + 1)) - 1
  let beaten = 0
  for (let permutation = 0; permutation < permutations; permutation++) {
    const isBeaten = segments.some(({ ranks, intervals }) => {
      shuffleInPlace(ranks, random)
      return greatestContrast(ranks, intervals, seen).contrast >= seen - ROUNDING
    })
    if (isBeaten) beaten++
    if (beaten > mayBeat) return false
  }
  return true
}

function greatestSplit(segments: readonly Segment[]): Split | null {
  let best: Split | null = null
  for (const { start, ranks, intervals } of segments) {
    const { contrast, at } = greatestContrast(ranks, intervals, Infinity)
    if (contrast > (best?.contrast ?? 0)) best = { contrast, at: start + at }
  }
  return best
}

/**
 * Returns the greatest standardized difference of two neighbouring stretches that fill one of the intervals, and where
 * the second begins; the first that is `enough` will do.
 */
function greatestContrast(ranks: Float64Array, intervals: readonly Interval[], enough: number): Split {
  const sums = runningSums(ranks)
  let contrast = 0
  let at = 0
  for (const { start, end, weights } of intervals) {
    const before = elementAt(sums, start)
    const slope = (elementAt(sums, end) - before) / (end - start)
    for (let left = SHORTEST_SIDE; left <= end - start - SHORTEST_SIDE; left++) {
      const here = Math.abs((sums[start + left] ?? 0) - before - left * slope) * (weights[left] ?? 0)
      if (here > contrast + ROUNDING) {
        contrast = here
        at = start + left
        if (contrast >= enough - ROUNDING) return { contrast, at }
      }
    }
  }
  return { contrast, at }
}

function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  for (let index = 0; index < values.length; index++) {
    sum += values[index] ?? 0
    sums[index + 1] = sum
  }
  return sums
}

/** Returns ranks with mean 0 and standard deviation 1; equal values share theirs. All 0 where all are equal. */
function standardRanks(values: readonly number[]): Float64Array {
  const ranks = Float64Array.from(centredRanks(values))
  const variance = ranks.reduce((sum, rank) => sum + rank ** 2, 0) / ranks.length
  return variance === 0 ? ranks : ranks.map(rank => rank / Math.sqrt(variance))
}

/** Returns the whole, then halves that overlap by half, then quarters, down to the shortest that has two sides. */
function seededIntervals(count: number): readonly Interval[] {
  const intervals: Interval[] = []
  for (let length = count; length >= 2 * SHORTEST_SIDE; length = Math.ceil(length / 2)) {
    const weights = Float64Array.from({ length }, (_, left) =>
      left === 0 ? 0 : Math.sqrt(length / (left * (length - left))),
    )
    const intervalCount = length === count ? 1 : Math.ceil((2 * count) / length) - 1
    for (let index = 0; index < intervalCount; index++) {
      const start = intervalCount === 1 ? 0 : Math.round((index * (count - length)) / (intervalCount - 1))
      intervals.push({ start, end: start + length, weights })
    }
  }
  return intervals
}

/** Fisher and Yates. */
function shuffleInPlace(values: Float64Array, random: Random): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random.next() * (last + 1))
    const kept = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = kept
  }
}
