import { checkPositive } from '../descriptive/check-number.ts'
import { mean } from '../descriptive/moments.ts'
import { quantile } from '../descriptive/quantile.ts'

/** What was seen of the core of one launch: time of code that fills a core ÷ time of code that waits, at a few moments. */
export interface CoreGlances {
  readonly core: number
  readonly widthRatios: readonly number[]
}

/** How much somebody else used the other hardware thread of a core during one launch. */
export interface CoreUse {
  /** Share of the glances that saw it used, 0 to 1. */
  readonly usedShare: number
  /** Time of code that fills the core ÷ its time where the other thread is idle, the mean of the glances; about 1 or more. */
  readonly slowdown: number
}

/** Fewer glances at a core do not tell its level. */
const FEWEST_GLANCES = 40

/**
 * The level of an idle neighbour, as a quantile of all glances at a core: under one in ten are disturbed by something else.
 * Where the neighbour was idle in fewer, the use is underestimated.
 */
const LEVEL = 0.1

/** Idle ones lie within 2 % of one another, used ones 25 % above and more. */
const USED = 1.1

/**
 * Returns how much the other hardware thread of the core was used during each launch. Null for a launch on a core of which
 * there are too few glances in all launches; RangeError for a ratio that is not above 0.
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
  return ratios.length < FEWEST_GLANCES ? null : quantile(ratios, LEVEL)
}
