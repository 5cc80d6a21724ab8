import type { ModesLaunch } from '@steelyard/measure'
import {
  alikeSpreadPValue,
  type Estimate,
  findKinds,
  KIND_LOOKS,
  kindBoundary,
  median,
  type Random,
  standardDeviation,
  unpairedRatio,
} from '@steelyard/stats'
import { type Association, associationsOf } from './associations.ts'

/** The times of some launches. */
type Spread = ReturnType<typeof spreadOf>

/** Which kinds the launches of one contender show. */
export interface ModesFinding {
  /** Launches as in a run. */
  readonly plain: Spread
  /** Launches whose engine logged; null where it has no log. */
  readonly logged: Spread | null
  /** Time of the logged ones ÷ of the others. */
  readonly slowdown: Estimate | null
  /** How likely both would be spread so unlike by chance; null without logged ones. */
  readonly alikePValue: number | null
  /** Everything that was asked, the most certain first. */
  readonly associations: readonly Association[]
  /** Associations beyond chance, by 5 % over all questions and looks, that do not only follow from the time. */
  readonly causes: readonly Association[]
  /** Associations beyond chance that may only follow from the time. */
  readonly following: readonly Association[]
}

const ALPHA = 0.05
/** Fewer launches have no spread to speak of. */
const FEWEST_LAUNCHES = 8

/** Returns what launches show; null while there are too few of them. */
export function modesFinding(launches: readonly ModesLaunch[], random: Random): ModesFinding | null {
  const plain = launches.filter(({ features }) => features === null).map(({ iterationNs }) => iterationNs)
  const logged = launches.flatMap(({ iterationNs, features }) =>
    features === null ? [] : [{ iterationNs, features }],
  )
  if (plain.length < FEWEST_LAUNCHES) return null
  const plainOnly = { plain: spreadOf(plain), associations: [], causes: [], following: [] }
  if (logged.length < FEWEST_LAUNCHES)
    return { ...plainOnly, logged: null, slowdown: null, alikePValue: null }
  const loggedNs = logged.map(({ iterationNs }) => iterationNs)
  const associations = associationsOf(logged, KIND_LOOKS.length)
  const sure = associations.filter(({ adjustedPValue }) => adjustedPValue < ALPHA)
  return {
    plain: plainOnly.plain,
    logged: spreadOf(loggedNs),
    slowdown: unpairedRatio(loggedNs.map(Math.log), plain.map(Math.log)),
    alikePValue: alikeSpreadPValue(plain, loggedNs, random),
    associations,
    causes: sure.filter(each => !each.mayFollow),
    following: sure.filter(each => each.mayFollow),
  }
}

/** Whether more launches would add nothing: there are kinds of launches, and a cause that goes with them. */
export function isModeDecided({ plain, causes }: ModesFinding): boolean {
  return plain.kinds.hasKinds && causes.length > 0
}

function spreadOf(iterationsNs: readonly number[]) {
  const logs = iterationsNs.map(Math.log)
  const kinds = findKinds(logs)
  const boundary = kindBoundary(logs)
  const kindOf = (isSlow: boolean) => {
    const own = iterationsNs.filter(ns => Math.log(ns) > boundary === isSlow)
    return kinds.hasKinds && own.length > 0 ? { launches: own.length, medianNs: median(own) } : null
  }
  return {
    launches: logs.length,
    medianNs: median(iterationsNs),
    /** Standard deviation of the logarithms of the times. */
    spread: standardDeviation(logs),
    kinds,
    /** The launches on either side of the widest cut; only where there are kinds. */
    fast: kindOf(false),
    slow: kindOf(true),
  }
}
