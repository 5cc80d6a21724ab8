// The rules of `gate`, tried on folders whose true slowdowns are known: node scripts/simulate/gate.ts [folders], 2000 of
// each kind if absent. Prints a table, and ends with 1 when a rule fails its bound. Seeded; about five minutes of one core.
import { conductRun, type Stopping } from '../../packages/schedule/src/index.ts'
import {
  createRandom,
  decide,
  detectableSlowdown,
  LAG_ONE,
  type Random,
  type ScreenRules,
  screen,
} from '../../packages/stats/src/index.ts'
import { normal } from '../../packages/stats/test/noise.ts'
import { say } from '../say.ts'

/** A kind of folder whose truth is known. */
interface GateWorld {
  readonly name: string
  readonly cases: number
  /** Spread of the log ratios of a launch, in the middle of its cases. */
  readonly spread: number
  /** How many cases are slower, and by how much. */
  readonly slow: number
  readonly slowdown: number
  readonly noise: 'normal' | 'heavy' | 'bimodal'
}

const RULES: ScreenRules = {
  ...{ falseDiscoveryRate: 0.2, threshold: 0.01, biasAllowance: 0.002, confirmingLaunches: 20 },
}

/** When the screening of a case stops, with all the time that it wants. */
const SCREENING: Stopping = {
  ...{ minimumLaunches: 5, maximumLaunches: 20, precision: 0.03, timeNs: Number.POSITIVE_INFINITY },
}

const ALPHA = 0.05
const PROMISED = 0.8
/** Simulated shares may miss their bound by chance; this many standard errors are allowed. */
const ERRORS = 3
/** Heavy tails and two modes are not what the promise is computed for: it is shown, and may be missed by so much. */
const LENIENCE = { normal: 0.02, heavy: 0.2, bimodal: 0.2 }

const SIZES = [20, 200, 1000]
const NOISES = ['normal', 'heavy', 'bimodal'] as const
const EQUAL = { slow: 0, slowdown: 0 }

const WORLDS: readonly GateWorld[] = [
  ...NOISES.flatMap(noise => [
    ...SIZES.map(cases => ({ name: `all equal, ${noise}`, cases, spread: 0.01, ...EQUAL, noise })),
    { name: `all equal, ${noise}`, cases: 200, spread: 0.04, ...EQUAL, noise },
  ]),
  ...[
    [0.01, 0.03] as const,
    [0.01, 0.05] as const,
    [0.01, 0.1] as const,
    [0.04, 0.1] as const,
    [0.04, 0.2] as const,
  ].map(([spread, slowdown]) => ({
    ...{ name: `one ${100 * slowdown} % slower`, cases: 200, spread, slow: 1, slowdown },
    noise: 'normal' as const,
  })),
  { name: '20 of them 5 % slower', cases: 200, spread: 0.01, slow: 20, slowdown: 0.05, noise: 'normal' },
]

const folders = Number(process.argv[2] ?? 2000)
const faults: string[] = []

// The spread is that of the log ratios of a launch, in the middle of the cases; launches are of a case in the screening.
say(
  '| folder | cases | spread | launches | false alarm | suspected | slow ones found | found of what is promised |',
)
say('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [index, world] of WORLDS.entries()) {
  const outcome = await simulateGate(world, 1_000_003 * (index + 1))
  const { falseAlarms, launches, suspected, foundShare, foundAlone } = outcome
  const row = [
    ...[world.name, world.cases, `${100 * world.spread} %`, launches.toFixed(1), percent(falseAlarms)],
    ...[suspected.toFixed(1), world.slow === 0 ? '' : percent(foundShare)],
    Number.isNaN(foundAlone) ? '' : percent(foundAlone),
  ]
  say(`| ${row.join(' | ')} |`)
  faults.push(...faultsOf(world, outcome))
}
for (const fault of faults) say(fault)
if (faults.length > 0) process.exitCode = 1

/** Returns shares of folders, or of cases, and what the screening of a folder takes on average. */
async function simulateGate(world: GateWorld, seed: number) {
  const random = createRandom(seed)
  let [alarmed, launched, suspected, found, alone, promised] = [0, 0, 0, 0, 0, 0]
  for (let folder = 0; folder < folders; folder++) {
    const spreads = Array.from({ length: world.cases }, () => world.spread * Math.exp(0.7 * normal(random)))
    const effects = spreads.map((_, index) => (index < world.slow ? Math.log1p(world.slowdown) : 0))
    const launch = (index: number, effect = effects[index] ?? 0) =>
      effect + (spreads[index] ?? 0) * noiseOf(world, random)
    const confirm = (index: number, effect = effects[index]) =>
      Array.from({ length: RULES.confirmingLaunches }, () => launch(index, effect))
    const screening: number[][] = []
    for (const index of spreads.keys()) screening.push(await screened(() => launch(index), random))
    const confirmed = confirmedOf(screening, index => confirm(index))
    launched += screening.reduce((sum, { length }) => sum + length, 0) / world.cases
    suspected += confirmed.suspected
    if (confirmed.indices.some(index => index >= world.slow)) alarmed++
    found += confirmed.indices.filter(index => index < world.slow).length
    // The last case, which is equal, is made as slow as is promised of it, and the folder is gated again.
    const last = world.cases - 1
    const { test } = confirmed.tests[last] ?? { test: null }
    if (test === null || world.slow > 1) continue
    const detectable = detectableSlowdown(test, world.cases, RULES)
    promised++
    const log = Math.log1p(detectable)
    const slower = await screened(() => launch(last, log), random)
    const again = screening.map((logs, index) => (index === last ? slower : logs))
    const second = confirmedOf(again, index => confirm(index, index === last ? log : effects[index]))
    if (second.indices.includes(last)) alone++
  }
  return {
    falseAlarms: alarmed / folders,
    launches: launched / folders,
    suspected: suspected / folders,
    foundShare: world.slow === 0 ? 0 : found / (folders * world.slow),
    foundAlone: promised === 0 ? Number.NaN : alone / promised,
  }
}

async function screened(launch: () => number, random: Random): Promise<number[]> {
  const logRatios: number[] = []
  await conductRun({
    ...{ pairs: [1], stopping: SCREENING, metric: 'wall', random, now: () => 0 },
    launch: async () => {
      const logRatio = launch()
      logRatios.push(logRatio)
      return [samplesOf(1), samplesOf(Math.exp(logRatio))]
    },
  })
  return logRatios
}

function samplesOf(time: number) {
  return { wallNs: [time], cpuNs: [] }
}

/** Returns the cases that are confirmed, of a screening and fresh launches. */
function confirmedOf(screening: readonly (readonly number[])[], fresh: (index: number) => number[]) {
  const tests = screen(screening, RULES)
  const suspects = tests.flatMap(({ isSuspected }, index) => (isSuspected ? [index] : []))
  const family = suspects.map(index => {
    const logRatios = fresh(index)
    return { logRatios, medianLogRatios: logRatios, driftingShare: 0, controlFailed: false }
  })
  const { threshold, biasAllowance } = RULES
  const launches = RULES.confirmingLaunches
  const looks = { first: launches, planned: launches, lagOne: LAG_ONE }
  const rules = { threshold, biasAllowance, minimumLaunches: launches, quick: false, looks }
  const decisions = decide(family, rules)
  return {
    tests,
    suspected: suspects.length,
    indices: suspects.filter((_, index) => decisions[index]?.verdict === 'slower'),
  }
}

/** Returns a sentence for each bound that is not kept. */
function faultsOf(world: GateWorld, { falseAlarms, foundAlone }: Awaited<ReturnType<typeof simulateGate>>) {
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

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
