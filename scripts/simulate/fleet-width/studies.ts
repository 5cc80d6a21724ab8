import { createRandom, type Random } from '../../../packages/stats/src/distributions/random.ts'
import type { Combination } from '../../../packages/stats/src/index.ts'
import { ALLOWANCE, type Drawn, drawCpu } from '../../../packages/stats/test/simulated-machines.ts'
import { combine, type FleetWorld, type Rule } from './rules.ts'

const BIAS = Math.log1p(ALLOWANCE)

/** Counts of studies, or sums over them. */
export interface RuleCounts {
  readonly rule: Rule
  studies: number
  machines: number
  /** How often was decided before no machine was added. */
  waves: number
  /** Studies in which every ratio was known as well as was asked. */
  reached: number
  comparisons: number
  covered: number
  halfWidths: number
  /** Studies with one false finding or more, by kind. */
  falseDepends: number
  falseSameDirection: number
  falseUnseen: number
}

/** Simulates each rule on the same machines: it sees the first of them, and then those that it adds. */
export function simulateWorld(
  world: FleetWorld,
  rules: readonly Rule[],
  { studies, seed }: { readonly studies: number; readonly seed: number },
): RuleCounts[] {
  const random = createRandom(seed)
  const counts = rules.map(rule => emptyCounts(rule))
  for (let study = 0; study < studies; study++) {
    const families = drawFamilies(world, random)
    for (const each of counts) addStudy(each, families, world)
  }
  return counts
}

function drawFamilies(world: FleetWorld, random: Random): Drawn[][] {
  return Array.from({ length: world.comparisons }, (_, comparison) =>
    Array.from({ length: world.cpus }, (_, index) => index).flatMap(index =>
      drawCpu({ ...world, center: world.centerOf(comparison) }, index, random),
    ),
  )
}

function addStudy(counts: RuleCounts, families: readonly (readonly Drawn[])[], world: FleetWorld): void {
  const { rule } = counts
  let machines = rule.least
  const seen = () => families.map(family => family.slice(0, machines))
  for (let add = rule.add(seen(), machines, world.width); add > 0; ) {
    machines += add
    counts.waves++
    add = rule.add(seen(), machines, world.width)
  }
  const combinations = combine(seen(), rule.isWidened)
  counts.studies++
  counts.machines += machines
  const wrong = combinations.map((one, comparison) =>
    falseFindings(one, seen()[comparison] ?? [], world.centerOf(comparison)),
  )
  counts.falseDepends += Number(wrong.some(({ depends }) => depends))
  counts.falseSameDirection += Number(wrong.some(({ sameDirection }) => sameDirection))
  counts.falseUnseen += Number(wrong.some(({ unseen }) => unseen))
  counts.reached += Number(combinations.every(one => halfWidth(one) <= Math.log1p(world.width)))
  for (const [comparison, one] of combinations.entries()) {
    const center = world.centerOf(comparison)
    counts.comparisons++
    counts.covered += Number(one.combined && one.combined.lower <= center && center <= one.combined.upper)
    counts.halfWidths += halfWidth(one)
  }
}

function halfWidth({ combined }: Combination): number {
  return combined === null ? Number.POSITIVE_INFINITY : (combined.upper - combined.lower) / 2
}

/** False as in results/trust/combine.md. */
function falseFindings({ conclusion, unseen }: Combination, machines: readonly Drawn[], center: number) {
  const away = (direction: string, effect: number) => (direction === 'faster' ? -effect : effect)
  const effects = machines.map(({ trueEffect }) => trueEffect)
  const isReversed = effects.some(effect => effect > BIAS) && effects.some(effect => effect < -BIAS)
  return {
    depends: conclusion.kind === 'depends' && !isReversed,
    sameDirection:
      conclusion.kind === 'same direction' &&
      effects.some(effect => away(conclusion.direction, effect) <= BIAS),
    unseen: unseen !== null && away(unseen.direction, center) <= BIAS,
  }
}

function emptyCounts(rule: Rule): RuleCounts {
  return {
    rule,
    ...{ studies: 0, machines: 0, waves: 0, reached: 0, comparisons: 0, covered: 0, halfWidths: 0 },
    ...{ falseDepends: 0, falseSameDirection: 0, falseUnseen: 0 },
  }
}
