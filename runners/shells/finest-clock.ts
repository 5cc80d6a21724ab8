import { type Clock, plainClock, tickingClock } from '@steelyard/harness/clock'

const WINDOW_NS = 5e6
const MOST_READINGS = 1_000_000
const FEWEST_STEPS = 3
/** Nothing is left of it in a batch of 3 ms. */
const COARSEST_NS = 50_000
/** What a reading of whole milliseconds may be off at either end. */
const WALL_SLACK_NS = 1e6
/** Two clocks whose speeds differ by more than this factor have different units. */
const MOST_APART = 2

/** Returns the finest of a shell's clocks and the date (`wall`), all in ns; a coarse one's fractions of ticks are counted. */
export function clockOf(clocks: readonly ((() => number) | undefined)[], wall: () => number): Clock {
  const { now, stepNs } = finestClock([...clocks, wall], wall)
  return stepNs > COARSEST_NS ? tickingClock(now, stepNs) : plainClock(now)
}

/**
 * Returns the clock that moves in the smallest steps among those that a shell has, each read for 5 ms. One that goes back, or
 * stands still while code runs, is not believed; nor is one that is far from the date: its unit is another one.
 *
 * @param clocks in nanoseconds; undefined for those that the shell lacks
 * @throws Error when none is left
 */
export function finestClock(clocks: readonly ((() => number) | undefined)[], wall: () => number) {
  let finest: (() => number) | undefined
  let finestNs = Number.POSITIVE_INFINITY
  for (const now of clocks) {
    if (now === undefined) continue
    const { stepNs, isSteady, isInUnit } = observedTwice(now, wall)
    if (!isSteady || !isInUnit || stepNs >= finestNs) continue
    finest = now
    finestNs = stepNs
  }
  if (finest === undefined) throw new Error('the shell has no clock that moves on while code runs')
  return { now: finest, stepNs: finestNs }
}

/** A program that is stopped between the readings of both clocks makes a right one seem wrong: it is observed once more. */
function observedTwice(now: () => number, wall: () => number) {
  const first = observed(now, wall)
  return first.isSteady && !first.isInUnit ? observed(now, wall) : first
}

/** Shows what some readings of a clock do; it is in its unit where it went as far as the date. */
function observed(now: () => number, wall: () => number) {
  const wallBegin = wall()
  const begin = now()
  let last = begin
  let stepNs = Number.POSITIVE_INFINITY
  let steps = 0
  for (let readings = 0; readings < MOST_READINGS && last - begin < WINDOW_NS; readings++) {
    const time = now()
    if (time < last) return { stepNs, isSteady: false, isInUnit: false }
    if (time === last) continue
    steps++
    stepNs = Math.min(stepNs, time - last)
    last = time
  }
  const isInUnit = now === wall || isNear(last - begin, wall() - wallBegin)
  return { stepNs, isSteady: steps >= FEWEST_STEPS, isInUnit }
}

function isNear(ns: number, wallNs: number): boolean {
  return ns <= MOST_APART * wallNs + WALL_SLACK_NS && wallNs <= MOST_APART * ns + WALL_SLACK_NS
}
