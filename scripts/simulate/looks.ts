// False verdicts of planned looks: made launches of equals, through the scheduler and the rules of
// verdicts as they are. node scripts/simulate/looks.ts [families] [seed]
import { conductRun } from '../../packages/schedule/src/index.ts'
import { createRandom, decide, LAG_ONE, type Random, type Rules } from '../../packages/stats/src/index.ts'
import { heavyTailed, normal, skewed } from '../../packages/stats/test/noise.ts'

const [families = 600, seed = 20261125] = process.argv.slice(2).map(Number)
const N = 10
const WAVE = 2
const HEADS = 3
const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: N, quick: false }

/** Draws the log times of one contender, launch after launch: their mean is 0. */
type Draw = (random: Random, sd: number) => () => number

/** In these the contenders of a group differ in their spread. */
const UNLIKE: ReadonlySet<string> = new Set(['unlike spreads', 'not held: two equal kinds, unlike spreads'])

const WORLDS: Readonly<Record<string, Draw>> = {
  normal: (random, sd) => () => sd * normal(random),
  t3: (random, sd) => () => sd * heavyTailed(random),
  'one slow kind, 20 %': (random, sd) => () =>
    0.5 * sd * normal(random) + (random.next() < 0.2 ? 1.6 * sd : -0.4 * sd),
  'two equal kinds': twoKinds,
  'autocorrelation 0.1': autocorrelated(0.1),
  'autocorrelation 0.2': autocorrelated(0.2),
  'unlike spreads': (random, sd) => () => sd * normal(random),
  'not held: two equal kinds, unlike spreads': twoKinds,
  'not held: skew on one side': (random, sd) => {
    const isSkewed = random.next() < 0.5
    return () => sd * (isSkewed ? skewed(random) : normal(random))
  },
}

function twoKinds(random: Random, sd: number): () => number {
  return () => 0.3 * sd * normal(random) + (random.next() < 0.5 ? sd : -sd)
}

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

/** Runs groups of a base and up to three heads to their verdicts, in waves. */
async function runFamily(random: Random, draw: Draw, pairs: number, first: number, isUnlike: boolean) {
  const sizes = Array.from({ length: Math.ceil(pairs / HEADS) }, (_, group) =>
    Math.min(HEADS, pairs - HEADS * group),
  )
  const looks = { first, planned: N, lagOne: LAG_ONE }
  const rules = { ...RULES, minimumLaunches: first, looks }
  // The log ratios of a pair spread by 0.3 to 7 % between launches, as in records.
  const spread = () => (0.003 * Math.exp(random.next() * Math.log(23))) / Math.SQRT2
  const sides = sizes.map(size => {
    const own = spread()
    return Array.from({ length: size + 1 }, () => draw(random, isUnlike ? spread() : own))
  })
  const logs: number[][][] = sizes.map(size => Array.from({ length: size }, () => []))
  const shown = new Map<string, string>()
  let clock = 0
  await conductRun({
    ...{ pairs: sizes, wave: WAVE, metric: 'wall', random, now: () => clock },
    stopping: {
      ...{ minimumLaunches: first, maximumLaunches: 100, precision: null, timeNs: Number.POSITIVE_INFINITY },
      verdicts: rules,
    },
    onProgress({ pairs: found = [] }) {
      for (const [group, own] of found.entries()) {
        for (const [pair, { verdict }] of own.entries()) if (verdict) shown.set(`${group} ${pair}`, verdict)
      }
    },
    async launch(group) {
      clock += 1e9
      const times = (sides[group] ?? []).map(next => next())
      const [base = 0, ...heads] = times
      for (const [pair, head] of heads.entries()) {
        logs[group]?.[pair]?.push(head - base)
      }
      return times.map(time => ({ wallNs: [Math.exp(time)], cpuNs: [] }))
    },
  })
  const candidates = logs.flat().map(logRatios => ({ logRatios, medianLogRatios: [], driftingShare: 0 }))
  const decisions = decide(candidates, rules)
  const keys = logs.flatMap((own, group) => own.map((_, pair) => `${group} ${pair}`))
  return {
    isFalse: decisions.some(({ verdict }) => verdict === 'faster' || verdict === 'slower'),
    // Verdicts that the scheduler had shown and the rules did not confirm at the end.
    withdrawn: keys.filter((key, index) => shown.has(key) && decisions[index]?.verdict !== shown.get(key))
      .length,
  }
}

for (const pairs of [1, 3, 10, 34, 100]) {
  for (const [world, draw] of Object.entries(WORLDS)) {
    const count = Math.ceil(families / Math.max(1, pairs / 10))
    const shares: string[] = []
    for (const first of [4, 5, 6, N]) {
      const random = createRandom(seed)
      let [wrong, withdrawn] = [0, 0]
      for (let family = 0; family < count; family++) {
        const outcome = await runFamily(random, draw, pairs, first, UNLIKE.has(world))
        if (outcome.isFalse) wrong++
        withdrawn += outcome.withdrawn
      }
      shares.push(
        `${first}: ${((100 * wrong) / count).toFixed(1)}${withdrawn > 0 ? ` (${withdrawn} withdrawn)` : ''}`,
      )
    }
    process.stdout.write(
      `${pairs} pairs, ${world}, n=${count}, false in % by first look: ${shares.join(' · ')}\n`,
    )
  }
}
