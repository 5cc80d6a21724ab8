import { machinesToAdd } from '../../../packages/cli/src/commands/fleet/growth.ts'
import {
  type Combination,
  combineMachines,
  FEWEST_CPUS,
  type Machine,
  needsMoreCpus,
} from '../../../packages/stats/src/index.ts'
import { halfWidthOf, THRESHOLD, type World } from '../../../packages/stats/test/simulated-machines.ts'

/** Several comparisons on the same machines. */
export interface FleetWorld extends World {
  readonly label: string
  readonly comparisons: number
  /** The true mean of a comparison, by its number. */
  readonly centerOf: (comparison: number) => number
  /** The half-width that is asked for, as a fraction. */
  readonly width: number
}

/** What has been measured so far, and what is decided by it. */
export type AddRule = (families: readonly (readonly Machine[])[], machines: number, width: number) => number

/** How many machines measure. */
export interface Rule {
  readonly name: string
  readonly least: number
  readonly add: AddRule
  /** Whether its combined intervals take the quantile of sets that stopped. */
  readonly isWidened: boolean
  /** Whether it promises anything. */
  readonly isOurs: boolean
}

export const MOST = 24

/** The rule of `fleet gather`. */
const byWidth: AddRule = (families, machines, width) => {
  const needed = families.map(family => needsMoreCpus(family, Math.log1p(width)))
  const forecasts = needed.flatMap(({ forecast }) => forecast ?? [])
  const growth = { untilWidth: width, most: MOST }
  return machinesToAdd(machines, machines, growth, {
    needsMore: needed.some(({ needsMore }) => needsMore),
    forecast: forecasts.length < needed.length ? null : Math.max(...forecasts),
  })
}

/** Machine by machine, with the interval that does not know of it. */
const byPlainWidth: AddRule = (families, machines, width) =>
  machines < MOST && families.some(family => halfWidthOf(family, false) > Math.log1p(width)) ? 1 : 0

/** Machine by machine, until a finding is significant: what must not be done. */
const byFinding: AddRule = (families, machines) =>
  machines < MOST && !combine(families, false).some(({ unseen }) => unseen !== null) ? 1 : 0

export function combine(families: readonly (readonly Machine[])[], stoppedOnWidth: boolean): Combination[] {
  return combineMachines(families, { threshold: THRESHOLD, stoppedOnWidth })
}

export const RULES: readonly Rule[] = [
  { name: 'width', least: FEWEST_CPUS, add: byWidth, isWidened: true, isOurs: true },
  ...[FEWEST_CPUS, 10, MOST].map(least => ({
    ...{ name: `${least} machines`, least, add: () => 0, isWidened: false, isOurs: false },
  })),
  { name: 'width, plain interval', least: 3, add: byPlainWidth, isWidened: false, isOurs: false },
  { name: 'until a finding', least: FEWEST_CPUS, add: byFinding, isWidened: false, isOurs: false },
]

const NOWHERE = () => 0
/** Half of the comparisons have an effect. */
const HALF = (comparison: number) => (comparison % 2 === 0 ? 0 : -0.03)

export const WORLDS: readonly FleetWorld[] = [
  world([0, 0.003, 0.003], 1, NOWHERE),
  world([0, 0.01, 0.007], 1, NOWHERE),
  world([0.005, 0.003, 0.005], 1, NOWHERE),
  world([0.005, 0.01, 0.008], 1, NOWHERE),
  world([0.03, 0.003, 0.02], 1, NOWHERE),
  world([0.03, 0.003, 0.03], 4, NOWHERE),
  world([0.03, 0.003, 0.03], 4, HALF),
  world([0.005, 0.01, 0.01], 4, HALF),
]

function world(
  [tau = 0, sessionSd = 0, width = 0]: readonly number[],
  comparisons: number,
  centerOf: (comparison: number) => number,
): FleetWorld {
  const effects = centerOf === HALF ? ', half of them at −3 %' : ''
  const many = comparisons === 1 ? '1 comparison' : `${comparisons} comparisons${effects}`
  const label = `τ ${percent(tau)}, sessions ${percent(sessionSd)}, to ± ${percent(width)}, ${many}`
  return { label, cpus: MOST, center: 0, tau, sessionSd, comparisons, centerOf, width }
}

export function percent(value: number): string {
  return `${Number((100 * value).toFixed(2))} %`
}
