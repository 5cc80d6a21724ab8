import { type Clock, plainClock, tickingClock } from '@steelyard/harness/clock'

const WINDOW_NS = 5e6
const MOST_READINGS = 1_000_000
const FEWEST_STEPS = 3
/** Nothing is left of it in a batch of 3 ms. */
const COARSEST_NS = 50_000

/** What some readings of a clock show. */
interface Observed {
  readonly stepNs: number
  readonly isSteady: boolean
}

/** Returns the finest clock of a shell; of a coarse one the fractions of its ticks are counted. */
export function clockOf(clocks: readonly ((() => number) | undefined)[]): Clock {
  const { now, stepNs } = finestClock(clocks)
  return stepNs > COARSEST_NS ? tickingClock(now, stepNs) : plainClock(now)
}

/**
 * Returns the clock that moves in the smallest steps among those that a shell has, each read for 5 ms. One that goes back, or
 * stands still while code runs, is not believed.
 *
 * @param clocks in nanoseconds; undefined for those that the shell lacks
 * @throws Error when none is left
 */
export function finestClock(clocks: readonly ((() => number) | undefined)[]): {
  readonly now: () => number
  readonly stepNs: number
} {
  let finest: (() => number) | undefined
  let finestNs = Number.POSITIVE_INFINITY
  for (const now of clocks) {
    if (now === undefined) continue
    const { stepNs, isSteady } = observed(now)
    if (!isSteady || stepNs >= finestNs) continue
    finest = now
    finestNs = stepNs
  }
  if (finest === undefined) throw new Error('the shell has no clock that moves on while code runs')
  return { now: finest, stepNs: finestNs }
}

function observed(now: () => number): Observed {
  const begin = now()
  let last = begin
  let stepNs = Number.POSITIVE_INFINITY
  let steps = 0
  for (let readings = 0; readings < MOST_READINGS && last - begin < WINDOW_NS; readings++) {
    const time = now()
    if (time < last) return { stepNs, isSteady: false }
    if (time === last) continue
    steps++
    stepNs = Math.min(stepNs, time - last)
    last = time
  }
  return { stepNs, isSteady: steps >= FEWEST_STEPS }
}
