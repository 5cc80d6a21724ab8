// False and missed verdicts of planned looks, on made launches whose true ratio is known, beside those of one look at the
// planned launches: node scripts/simulate/looks.ts [families]
import {
  type Candidate,
  createRandom,
  decide,
  expectedLagOne,
  type LookPlan,
  type Random,
  type Rules,
} from '../../packages/stats/src/index.ts'
import { heavyTailed, normal, skewed } from '../../packages/stats/test/noise.ts'

const FAMILIES = Number(process.argv[2] ?? 1500)
const FAMILY = Number(process.argv[3] ?? 34)
const GROUPS = Number(process.argv[4] ?? 14)
const N = 10
const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: N, quick: false }

type Draw = (random: Random, sd: number) => () => number

function autocorrelated(rho: number): Draw {
  return (random, sd) => {
    let last = normal(random)
    return () => {
      const value = last
      last = rho * last + Math.sqrt(1 - rho ** 2) * normal(random)
      return sd * value
    }
  }
}

const WORLDS: Readonly<Record<string, Draw>> = {
  normal: (random, sd) => () => sd * normal(random),
  t3: (random, sd) => () => sd * heavyTailed(random),
  'one slow kind of 20 % on both sides': (random, sd) => () => {
    const slow = () => (random.next() < 0.2 ? 2 * sd : 0)
    return 0.5 * sd * normal(random) + slow() - slow()
  },
  'two equal kinds on both sides': (random, sd) => () => {
    const slow = () => (random.next() < 0.5 ? 2 * sd : 0)
    return 0.3 * sd * normal(random) + slow() - slow()
  },
  'autocorrelation 0.1': autocorrelated(0.1),
  'autocorrelation 0.2': autocorrelated(0.2),
  'strong skew': (random, sd) => () => sd * skewed(random),
  'slow kind of 20 % on one side': (random, sd) => {
    const mean = 0.2 * 2 * sd
    return () => 0.5 * sd * normal(random) + (random.next() < 0.2 ? 2 * sd : 0) - mean
  },
}

const plan = (first: number): LookPlan => ({ first, planned: N, lagOne: expectedLagOne(GROUPS) })
const METHODS: Readonly<Record<string, Rules>> = {
  'n = 10 once': RULES,
  'first 4': { ...RULES, minimumLaunches: 4, looks: plan(4) },
  'first 5': { ...RULES, minimumLaunches: 5, looks: plan(5) },
  'first 6': { ...RULES, minimumLaunches: 6, looks: plan(6) },
}

function family(random: Random, draw: Draw, effect: number): Candidate[] {
  return Array.from({ length: FAMILY }, () => {
    // Spreads of 0.3 to 7 %, as in records.
    const next = draw(random, 0.003 * Math.exp(random.next() * Math.log(23)))
    const logRatios = Array.from({ length: N }, () => effect + next())
    return { logRatios, medianLogRatios: [], driftingShare: 0 }
  })
}

for (const [name, draw] of Object.entries(WORLDS)) {
  const cells = Object.entries(METHODS).map(([method, rules]) => {
    const random = createRandom(20261125)
    let wrong = 0
    for (let trial = 0; trial < FAMILIES; trial++) {
      const found = decide(family(random, draw, 0), rules)
      if (found.some(({ verdict }) => verdict === 'faster' || verdict === 'slower')) wrong++
    }
    return `${method} ${((100 * wrong) / FAMILIES).toFixed(1)}`
  })
  process.stdout.write(`false in a family of ${FAMILY} equals, %, ${name}: ${cells.join(' · ')}\n`)
}

for (const sd of [0.003, 0.01, 0.04]) {
  for (const ratio of [1.02, 1.05, 1.2, 1.35, 4]) {
    const cells = Object.entries(METHODS).map(([method, rules]) => {
      const random = createRandom(7)
      let [decided, launches] = [0, 0]
      for (let trial = 0; trial < 300; trial++) {
        const others = family(random, WORLDS.normal as Draw, 0).slice(1)
        const logRatios = Array.from({ length: N }, () => Math.log(ratio) + sd * normal(random))
        const [first] = decide([{ logRatios, medianLogRatios: [], driftingShare: 0 }, ...others], rules)
        if (first?.verdict === 'slower') decided++
        launches += first?.look ?? N
      }
      return `${method} ${((100 * decided) / 300).toFixed(0)} (n ${(launches / 300).toFixed(1)})`
    })
    process.stdout.write(`found of ${ratio} at sd ${sd}, %: ${cells.join(' · ')}\n`)
  }
}
