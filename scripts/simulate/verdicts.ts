// The rules of verdicts, tried on contenders whose true ratio is known, through the scheduler as it is:
// node scripts/simulate/verdicts.ts [noise]. Prints a table, and ends with 1 when a rule fails its bound. Seeded; about half an
// hour of one core without the name of a noise.
import { NOISES } from '../../packages/schedule/test/launch-noise.ts'
import { type CellOutcome, EFFECTS, simulateCell } from '../../packages/schedule/test/simulated-cells.ts'
import { say } from '../say.ts'

/** Half-widths, as --precision asks for them; null where verdicts end a run. */
const PRECISIONS = [null, 0.01, 0.005]

/** The rules promise something where there is no effect and where it is the threshold; elsewhere fewer runs are enough. */
const RUNS: Readonly<Record<string, number>> = { '0': 1500, δ: 1500, 'δ/2': 500, '2δ': 500 }

/** Distance of the seeds of two cells, so that they share no run. */
const SEEDS = 1_000_000

/** What the rules promise, as shares of the runs. */
const LEAST_COVERAGE = 0.945
const MOST_SAME_AT_THRESHOLD = 0.025
const MOST_DIFFERENT_AT_ZERO = 0.05

const only = process.argv[2]
const faults: string[] = []
let seed = 0

say(
  '| noise | precision | effect | runs | covered | faster | slower | same | stopped | launches | half-width |',
)
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [name, noise] of Object.entries(NOISES)) {
  for (const precision of PRECISIONS) {
    const wanted = precision === null ? 'verdict' : percent(precision)
    const cell = `${name} at ${wanted}`
    // The effect does not touch coverage, so effects are pooled.
    const pooled = { covered: 0, runs: 0 }
    for (const [effect, runs] of Object.entries(RUNS)) {
      seed += SEEDS
      if (only !== undefined && only !== name) continue
      const outcome = await simulateCell({ noise, ratio: EFFECTS[effect] ?? 1, precision, runs, seed })
      pooled.covered += outcome.covered
      pooled.runs += runs
      say(`| ${[name, wanted, effect, runs, ...columnsOf(outcome)].join(' | ')} |`)
      const { same, faster, slower } = outcome.verdicts
      if (effect === 'δ' && same / runs > MOST_SAME_AT_THRESHOLD) {
        faults.push(`${cell}: δ is the same in ${percent(same / runs)}`)
      }
      if (noise.symmetric && effect === '0' && (faster + slower) / runs > MOST_DIFFERENT_AT_ZERO) {
        faults.push(`${cell}: equals differ in ${percent((faster + slower) / runs)}`)
      }
    }
    const covered = pooled.covered / pooled.runs
    if (noise.symmetric && covered < LEAST_COVERAGE) faults.push(`${cell}: covers ${percent(covered)}`)
  }
}
for (const fault of faults) say(fault)
if (faults.length > 0) process.exitCode = 1

function columnsOf({ runs, covered, verdicts, stopped, meanLaunches, meanHalfWidth }: CellOutcome): string[] {
  const shares = [covered, verdicts.faster, verdicts.slower, verdicts.same, stopped]
  return [...shares.map(count => percent(count / runs)), meanLaunches.toFixed(1), percent(meanHalfWidth)]
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`
}
