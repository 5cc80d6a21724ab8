import {
  createRandom,
  decide,
  detectableSlowdown,
  type Random,
  type ScreenRules,
  screen,
} from '../../packages/stats/src/index.ts'

/** A kind of folder whose truth is known. */
export interface GateWorld {
  readonly name: string
  readonly cases: number
  /** Launches of each case in the screening. */
  readonly launches: number
  /** How many cases are slower, and by how much. */
  readonly slow: number
  readonly slowdown: number
  readonly noise: 'normal' | 'heavy' | 'bimodal'
}

/** Shares of folders, or of cases. */
export interface Outcome {
  readonly falseAlarms: number
  readonly suspected: number
  readonly foundShare: number
  readonly foundAlone: number
}

export const RULES: ScreenRules = {
  ...{ falseDiscoveryRate: 0.2, threshold: 0.01, biasAllowance: 0.002, confirmingLaunches: 10 },
}

const ALPHA = 0.05
const PROMISED = 0.8
/** Simulated shares may miss their bound by chance; so many standard errors are allowed. */
const ERRORS = 3
/** Heavy tails and two modes are not what the promise is computed for: it is shown, and may be missed by so much. */
const LENIENCE = { normal: 0.02, heavy: 0.2, bimodal: 0.2 }

const SIZES = [20, 200, 1000]
const NOISES = ['normal', 'heavy', 'bimodal'] as const

export const WORLDS: readonly GateWorld[] = [
  ...NOISES.flatMap(noise =>
    SIZES.map(cases => ({
      ...{ name: `all equal, ${noise}`, cases, launches: 5, slow: 0, slowdown: 0, noise },
    })),
  ),
  ...[3, 5].flatMap(launches =>
    [0.03, 0.05, 0.1].map(slowdown => ({
      ...{ name: `one ${100 * slowdown} % slower`, cases: 200, launches, slow: 1, slowdown },
      noise: 'normal' as const,
    })),
  ),
  { name: '20 of them 5 % slower', cases: 200, launches: 5, slow: 20, slowdown: 0.05, noise: 'normal' },
]

/** Simulates so many folders. */
export function simulateGate(world: GateWorld, folders: number, seed: number): Outcome {
  const random = createRandom(seed)
  let [alarmed, suspected, found, alone, promised] = [0, 0, 0, 0, 0]
  for (let folder = 0; folder < folders; folder++) {
    const spreads = Array.from({ length: world.cases }, () => 0.01 * Math.exp(0.7 * normal(random)))
    const effects = spreads.map((_, index) => (index < world.slow ? Math.log1p(world.slowdown) : 0))
    const draw = (index: number, launches: number, effect = effects[index] ?? 0) =>
      Array.from({ length: launches }, () => effect + (spreads[index] ?? 0) * noiseOf(world, random))
    const screening = spreads.map((_, index) => draw(index, world.launches))
    const confirmed = confirmedOf(screening, index => draw(index, RULES.confirmingLaunches))
    suspected += confirmed.suspected
    if (confirmed.indices.some(index => index >= world.slow)) alarmed++
    found += confirmed.indices.filter(index => index < world.slow).length
    // The last case, which is equal, is made as slow as is promised of it, and the folder is gated again.
    const last = world.cases - 1
    const { test } = confirmed.screened[last] ?? { test: null }
    if (test === null || world.slow > 1) continue
    const detectable = detectableSlowdown(test, world.cases, RULES)
    promised++
    const log = Math.log1p(detectable)
    const again = screening.map((logs, index) => (index === last ? draw(last, world.launches, log) : logs))
    const second = confirmedOf(again, index =>
      draw(index, RULES.confirmingLaunches, index === last ? log : effects[index]),
    )
    if (second.indices.includes(last)) alone++
  }
  return {
    falseAlarms: alarmed / folders,
    suspected: suspected / folders,
    foundShare: world.slow === 0 ? 0 : found / (folders * world.slow),
    foundAlone: promised === 0 ? Number.NaN : alone / promised,
  }
}

/** Returns the cases that are confirmed, of a screening and fresh launches. */
function confirmedOf(screening: readonly (readonly number[])[], fresh: (index: number) => number[]) {
  const screened = screen(screening, RULES)
  const suspects = screened.flatMap(({ isSuspected }, index) => (isSuspected ? [index] : []))
  const family = suspects.map(index => {
    const logRatios = fresh(index)
    return { logRatios, medianLogRatios: logRatios, driftingShare: 0, controlFailed: false }
  })
  const { threshold, biasAllowance } = RULES
  const decisions = decide(family, { threshold, biasAllowance, minimumLaunches: 10, quick: false })
  return {
    screened,
    suspected: suspects.length,
    indices: suspects.filter((_, index) => decisions[index]?.verdict === 'slower'),
  }
}

/** Returns a sentence for each bound that is not kept. */
export function faultsOf(world: GateWorld, outcome: Outcome, folders: number): string[] {
  const { falseAlarms, foundAlone } = outcome
  const errorOf = (share: number) => ERRORS * Math.sqrt((share * (1 - share)) / folders)
  const least = PROMISED - LENIENCE[world.noise] - errorOf(PROMISED)
  const of = `${world.name}, ${world.cases} cases`
  return [
    ...(falseAlarms > ALPHA + errorOf(ALPHA) ? [`${of}: false alarms in ${falseAlarms}`] : []),
    ...(foundAlone < least ? [`${of}: ${foundAlone} found of what is promised with ${PROMISED}`] : []),
  ]
}

/** Mean 0, standard deviation 1. */
function noiseOf({ noise }: GateWorld, random: Random): number {
  if (noise === 'normal') return normal(random)
  if (noise === 'heavy') {
    const square = (normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2) / 4
    return normal(random) / Math.sqrt(2 * square)
  }
  return (random.next() < 0.5 ? -0.9 : 0.9) + 0.44 * normal(random)
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
