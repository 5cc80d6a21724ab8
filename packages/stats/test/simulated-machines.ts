import { type Combination, type CombineRules, combineMachines } from '../src/combine/combine.ts'
import type { Machine } from '../src/combine/machines.ts'
import { mean, standardError } from '../src/descriptive/moments.ts'
import { createRandom, type Random } from '../src/distributions/random.ts'
import { studentCdf, studentQuantile } from '../src/distributions/student-t.ts'
import { launchQuantile } from '../src/intervals/estimate.ts'
import { normal } from './noise.ts'

/** δ and β of all simulations. */
export const THRESHOLD = 0.01
export const ALLOWANCE = 0.002
const LIMIT = Math.log1p(THRESHOLD)
const BIAS = Math.log1p(ALLOWANCE)
export const LAUNCHES = 12
export const LAUNCH_SD = 0.01
const SESSIONS_APART_MS = 24 * 3_600_000

/** A world of machines, and how a study looks at it. All in log ratio. */
export interface World {
  readonly cpus: number
  /** The true mean over all cpuIds there are. */
  readonly center: number
  /** The true standard deviation between them. */
  readonly tau: number
  readonly sessionSd: number
  /** The true effect on a cpuId; normal around `center` if absent. */
  readonly effect?: (random: Random, index: number) => number
  /** Installations of a cpuId; 1 if absent. */
  readonly machinesOf?: (index: number) => number
  /** Standard deviation between installations of one cpuId; none if absent. */
  readonly installationSd?: number
  /** Sessions of a machine; 2 if absent. */
  readonly sessionsOf?: (index: number) => number
  /** How much larger the session sd of a machine is; 1 if absent. */
  readonly unrulinessOf?: (index: number) => number
  /** Launches of a session and their standard deviation, by machine. */
  readonly precisionOf?: (random: Random) => { readonly launches: number; readonly launchSd: number }
  /** What becomes of a machine with this true effect; it is kept if absent. */
  readonly fateOf?: (effect: number, random: Random) => 'kept' | 'lost' | 'left out'
  /** Adds cpuIds to the first `cpus` until the half-width is this, at most `most`. */
  readonly stop?: { readonly halfWidth: number; readonly isWidened: boolean; readonly most: number }
}

/** A machine, and what is true of it. */
export interface Drawn extends Machine {
  readonly trueEffect: number
}

/** Returns the machines of one cpuId, drawn from the world. */
export function drawCpu(world: World, index: number, random: Random): Drawn[] {
  const { center, tau, sessionSd, installationSd = 0 } = world
  const ofCpu = world.effect?.(random, index) ?? center + tau * normal(random)
  const count = world.machinesOf?.(index) ?? 1
  return Array.from({ length: count }, (_, machine) => machine).flatMap(machine => {
    const trueEffect = ofCpu + installationSd * normal(random)
    const { launches, launchSd } = world.precisionOf?.(random) ?? { launches: LAUNCHES, launchSd: LAUNCH_SD }
    const fate = world.fateOf?.(trueEffect, random) ?? 'kept'
    const sd = sessionSd * (world.unrulinessOf?.(index) ?? 1)
    const sessions = Array.from({ length: world.sessionsOf?.(index) ?? 2 }, (_, session) => {
      const ofSession = trueEffect + sd * normal(random)
      const logRatios: number[] = []
      while (logRatios.length < launches) logRatios.push(ofSession + launchSd * normal(random))
      const startMs = session * SESSIONS_APART_MS
      return { startMs, logRatios, biasAllowance: ALLOWANCE, isUsable: fate === 'kept' }
    })
    return fate === 'lost'
      ? []
      : [{ cpuId: `cpu ${index}`, installation: `${machine}`, sessions, trueEffect }]
  })
}

function drawStudy(world: World, random: Random): Drawn[] {
  const { stop } = world
  const machines = Array.from({ length: world.cpus }, (_, index) => drawCpu(world, index, random)).flat()
  if (!stop) return machines
  for (
    let cpus = world.cpus;
    cpus < stop.most && halfWidthOf(machines, stop.isWidened) > stop.halfWidth;
    cpus++
  ) {
    machines.push(...drawCpu(world, cpus, random))
  }
  return machines
}

/** What `needsMoreCpus` goes by, where each cpuId has one machine; it may also be tried with the plain quantile. */
export function halfWidthOf(machines: readonly Machine[], isWidened: boolean): number {
  const values = machines.map(({ sessions }) => mean(sessions.map(({ logRatios }) => mean(logRatios))))
  const df = values.length - 1
  return standardError(values) * (isWidened ? launchQuantile(df) : studentQuantile(0.975, df))
}

/** Counts of runs. */
export interface Counts {
  readonly runs: number
  /** Runs with a combined interval, and of these those that held the true mean. */
  readonly combined: number
  readonly covered: number
  /** Sum of half-widths. */
  readonly halfWidths: number
  /** Sum of the cpuIds that were measured. */
  readonly cpus: number
  /** Runs with a prediction interval, and of these those that held the true effect of a new cpuId. */
  readonly predicted: number
  readonly newCovered: number
  /** Runs whose prediction interval is not called approximate, and of these those that held the true effect. */
  readonly predictedWell: number
  readonly newCoveredWell: number
  /** Runs whose interval of τ held the true one. */
  readonly tauCovered: number
  readonly depends: number
  readonly falseDepends: number
  readonly sameDirection: number
  readonly falseSameDirection: number
  readonly sizeDiffers: number
  readonly sameWithin: number
  readonly falseSameWithin: number
  readonly unseen: number
  readonly falseUnseen: number
  /** "Nearly all", and that although the new cpuId does not have that direction. */
  readonly nearlyAll: number
  readonly falseNearlyAll: number
  /** Coverage of the naive ways: runs that held the true mean. */
  readonly launchesPooled: number
  readonly fixedEffect: number
  readonly derSimonianLaird: number
  /** "Depends" by machine tests that leave sessions out. */
  readonly naiveDepends: number
  readonly falseNaiveDepends: number
}

const NO_COUNTS: Counts = {
  runs: 0,
  combined: 0,
  covered: 0,
  halfWidths: 0,
  cpus: 0,
  predicted: 0,
  newCovered: 0,
  predictedWell: 0,
  newCoveredWell: 0,
  tauCovered: 0,
  depends: 0,
  falseDepends: 0,
  sameDirection: 0,
  falseSameDirection: 0,
  sizeDiffers: 0,
  sameWithin: 0,
  falseSameWithin: 0,
  unseen: 0,
  falseUnseen: 0,
  nearlyAll: 0,
  falseNearlyAll: 0,
  launchesPooled: 0,
  fixedEffect: 0,
  derSimonianLaird: 0,
  naiveDepends: 0,
  falseNaiveDepends: 0,
}

/** How a study is judged; another than ours shows whether the simulation would notice. */
export type Combine = (family: readonly (readonly Machine[])[], rules: CombineRules) => Combination[]

/** Simulates studies of a world. */
export function simulateStudies(
  world: World,
  { runs, seed, combine = combineMachines }: { runs: number; seed: number; combine?: Combine },
): Counts {
  const random = createRandom(seed)
  const counts: Record<keyof Counts, number> = { ...NO_COUNTS }
  for (let run = 0; run < runs; run++) {
    const machines = drawStudy(world, random)
    const newEffect = world.effect?.(random, run) ?? world.center + world.tau * normal(random)
    const rules = { threshold: THRESHOLD, stoppedOnWidth: world.stop?.isWidened ?? false }
    const [combination] = combine([machines], rules)
    if (!combination) throw new Error('a family of one has one combination')
    const found = { ...findings(combination, machines, world, newEffect), ...naive(machines, world) }
    for (const [key, value] of Object.entries(found)) counts[key as keyof Counts] += Number(value)
    counts.runs++
  }
  return counts
}

function findings(
  { combined, between, cpus, conclusion, unseen }: Combination,
  machines: readonly Drawn[],
  { center, tau }: World,
  newEffect: number,
): Partial<Record<keyof Counts, number | boolean>> {
  const effects = machines.map(({ trueEffect }) => trueEffect)
  const { kind } = conclusion
  const prediction = between?.prediction
  const away = (direction: string, effect: number) => (direction === 'faster' ? -effect : effect)
  const sameDirection = kind === 'same direction'
  const holdsNew = Boolean(prediction && prediction.lower <= newEffect && newEffect <= prediction.upper)
  const isGood = prediction?.isApproximate === false
  return {
    combined: combined !== null,
    covered: combined !== null && combined.lower <= center && center <= combined.upper,
    halfWidths: combined ? (combined.upper - combined.lower) / 2 : 0,
    cpus: cpus.length,
    predicted: Boolean(prediction),
    newCovered: holdsNew,
    predictedWell: isGood,
    newCoveredWell: isGood && holdsNew,
    tauCovered: between !== null && between.tau.lower <= tau && tau <= between.tau.upper,
    depends: kind === 'depends',
    falseDepends: kind === 'depends' && !isReversed(effects),
    sameDirection,
    falseSameDirection: sameDirection && effects.some(effect => away(conclusion.direction, effect) <= BIAS),
    sizeDiffers: kind === 'size differs' || (sameDirection && conclusion.sizeDiffers),
    sameWithin: kind === 'same',
    falseSameWithin: kind === 'same' && effects.some(effect => Math.abs(effect) > LIMIT),
    unseen: unseen !== null,
    nearlyAll: unseen?.reach === 'nearly all',
    falseNearlyAll: unseen?.reach === 'nearly all' && away(unseen.direction, newEffect) <= 0,
    falseUnseen: unseen !== null && away(unseen.direction, center) <= BIAS,
  }
}

function isReversed(effects: readonly number[]): boolean {
  return effects.some(effect => effect > BIAS) && effects.some(effect => effect < -BIAS)
}

/** What is often done instead: nothing of it knows of sessions. */
function naive(machines: readonly Drawn[], { center }: World): Partial<Record<keyof Counts, boolean>> {
  const used = machines.filter(({ sessions }) => sessions.every(({ isUsable }) => isUsable))
  if (used.length < 2) return {}
  const tests = used.map(({ sessions }) => oneSample(sessions.map(({ logRatios }) => logRatios)))
  const values = tests.map(({ value }) => value)
  const errors = tests.map(({ error }) => error)
  const smallest = (sign: number) =>
    Math.min(
      1,
      ...tests
        .filter(({ value }) => sign * value > LIMIT)
        .map(({ value, error, df }) => studentCdf((BIAS - sign * value) / error, df) * tests.length),
    )
  const naiveDepends = Math.max(smallest(1), smallest(-1)) < 0.05
  const holds = (middle: number, reach: number) => Math.abs(middle - center) <= reach
  const all = oneSample(used.flatMap(({ sessions }) => sessions.map(({ logRatios }) => logRatios)))
  const weights = errors.map(error => error ** -2)
  const fixed = weighted(values, weights)
  const tauSquared = momentEstimate(values, weights)
  const mixed = errors.map(error => 1 / (error ** 2 + tauSquared))
  return {
    launchesPooled: holds(all.value, studentQuantile(0.975, all.df) * all.error),
    fixedEffect: holds(fixed, 1.96 / Math.sqrt(sum(weights))),
    derSimonianLaird: holds(weighted(values, mixed), 1.96 / Math.sqrt(sum(mixed))),
    naiveDepends,
    falseNaiveDepends: naiveDepends && !isReversed(used.map(({ trueEffect }) => trueEffect)),
  }
}

/** The mean of all lists as one sample, its standard error and degrees of freedom. */
function oneSample(lists: readonly (readonly number[])[]): { value: number; error: number; df: number } {
  let [count, total, squares] = [0, 0, 0]
  for (const list of lists) {
    for (const one of list) {
      count++
      total += one
      squares += one * one
    }
  }
  const value = total / count
  const variance = (squares - count * value ** 2) / (count - 1)
  return { value, error: Math.sqrt(variance / count), df: count - 1 }
}

/** DerSimonian and Laird (1986). */
function momentEstimate(values: readonly number[], weights: readonly number[]): number {
  const center = weighted(values, weights)
  const q = sum(weights.map((weight, index) => weight * ((values[index] ?? 0) - center) ** 2))
  const scale = sum(weights) - sum(weights.map(weight => weight ** 2)) / sum(weights)
  return Math.max(0, (q - (values.length - 1)) / scale)
}

function weighted(values: readonly number[], weights: readonly number[]): number {
  return sum(weights.map((weight, index) => weight * (values[index] ?? 0))) / sum(weights)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
