// The rules of `combine`, tried on machines whose true effects are known: node scripts/simulate/combine.ts [runs], 5000
// runs a cell if absent. Writes results/trust/combine.md and ends with 1 when a rule fails its bound; pure
// computation on one core, about six minutes. The same seeds give the same tables on every machine.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { simulateStudies } from '../../packages/stats/test/simulated-machines.ts'
import type { Cell, Table } from './combine/cells.ts'
import { faultsOf } from './combine/promises.ts'
import { markdownOf } from './combine/report.ts'
import { GRID, HARD, POWER, type Scenario, STOPPED, WORST } from './combine/worlds.ts'
import { provenance } from './provenance.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** So far apart that no two cells share a seed. */
const SEEDS = 1_000_000

const runs = Number(process.argv[2] ?? 5000)
let cells = 0
const grid = simulate(GRID)
const hard = HARD.map(simulate)
const stopped = STOPPED.map(simulate)
const worst = WORST.map(simulate)
const power = POWER.map(simulate)
const simulation = {
  ...provenance(),
  cpuSeconds: process.cpuUsage().user / 1e6,
  runs,
  grid,
  hard,
  stopped,
  worst,
  power,
}
writeFileSync(`${ROOT}results/trust/combine.md`, markdownOf(simulation))
const faults = faultsOf(simulation)
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

function simulate({ name, worlds }: Scenario): Table {
  process.stdout.write(`${name}\n`)
  return {
    name,
    cells: worlds.map((world): Cell => {
      cells++
      return { ...world, counts: simulateStudies(world, { runs, seed: SEEDS * cells }) }
    }),
  }
}
