import { checkPositive } from '../descriptive/check-number.ts'
import { mean } from '../descriptive/moments.ts'
import { median } from '../descriptive/quantile.ts'

/** What was seen of the core of one launch: time of code that fills a core ÷ time of code that waits, at a few moments. */
export interface CoreGlances {
  readonly core: number
  readonly widthRatios: readonly number[]
}

/** How much something else used the other hardware thread of a core during one launch. */
export interface CoreUse {
  /** Share of the glances that saw it used, 0 to 1. */
  readonly usedShare: number
  /** Time of code that fills the core ÷ its time where the other thread is idle, the mean of the glances; about 1 or more. */
  readonly slowdown: number
}

/** Fewer readings of a core do not show its level. */
const FEWEST_GLANCES = 40

/** Where the other thread is idle, ratios crowd: this share of all readings of a core lies within a small factor. */
const CROWD_SHARE = 0.05
const SMALLEST_CROWD = 5
const CROWD_WIDTH = 1.02

/** Idle ones lie within 2 % of their level, used ones mostly 25 % above it and more. */
const USED = 1.1

/**
 * Returns how much the other hardware thread of the core was used during each launch; null where all launches have too few
 * glances of that core, or its ratios crowd nowhere. The level of an idle thread is where ratios crowd first: where it
 * never was idle, the use is underestimated. RangeError for a ratio that is not above 0.
 */
export function coreUses(launches: readonly CoreGlances[]): (CoreUse | null)[] {
  const ofCores = Map.groupBy(launches, ({ core }) => core)
  const levels = new Map(Array.from(ofCores, ([core, own]) => [core, levelOf(own)]))
  return launches.map(({ core, widthRatios }) => {
    const level = levels.get(core) ?? null
    if (level === null || widthRatios.length === 0) return null
    const slowdowns = widthRatios.map(ratio => ratio / level)
    return {
      usedShare: mean(slowdowns.map(slowdown => (slowdown > USED ? 1 : 0))),
      slowdown: mean(slowdowns),
    }
  })
}

function levelOf(launches: readonly CoreGlances[]): number | null {
  const ratios = launches.flatMap(({ widthRatios }) => widthRatios)
  for (const ratio of ratios) checkPositive('ratios', ratio)
  if (ratios.length < FEWEST_GLANCES) return null
  const sorted = ratios.toSorted((one, other) => one - other)
  const crowd = Math.max(SMALLEST_CROWD, Math.ceil(CROWD_SHARE * sorted.length))
  const first = sorted.findIndex(
    (ratio, at) => (sorted[at + crowd - 1] ?? Number.POSITIVE_INFINITY) <= CROWD_WIDTH * ratio,
  )
  return first === -1 ? null : median(sorted.slice(first, first + crowd))
}
