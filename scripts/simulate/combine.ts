// The rules of `combine`, tried on machines whose true effects are known: node scripts/simulate/combine.ts [runs], 5000
// runs a cell if absent. Prints tables, and ends with 1 when a rule fails its bound. Seeded; about six minutes of one core.
import { simulateStudies } from '../../packages/stats/test/simulated-machines.ts'
import type { Cell, Table } from './combine/cells.ts'
import { faultsOf } from './combine/promises.ts'
import {
  coverageTable,
  findingTable,
  hardTable,
  powerTable,
  stoppedTable,
  worstTable,
} from './combine/tables.ts'
import { GRID, HARD, POWER, type Scenario, STOPPED, WORST } from './combine/worlds.ts'

/** So far apart that no two cells share a seed. */
const SEEDS = 1_000_000

const runs = Number(process.argv[2] ?? 5000)
let cells = 0
const grid = simulate(GRID, coverageTable)
say('Findings', findingTable(grid))
for (const scenario of HARD) simulate(scenario, hardTable)
const stopped = STOPPED.map(scenario => simulate(scenario, stoppedTable))
const worst = WORST.map(scenario => simulate(scenario, worstTable))
for (const scenario of POWER) simulate(scenario, powerTable)
const faults = faultsOf({ grid, stopped, worst })
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

function simulate({ name, worlds }: Scenario, tableOf: (table: Table) => string): Table {
  const table = {
    name,
    cells: worlds.map((world): Cell => {
      cells++
      return { ...world, counts: simulateStudies(world, { runs, seed: SEEDS * cells }) }
    }),
  }
  say(name, tableOf(table))
  return table
}

function say(name: string, table: string): void {
  process.stdout.write(`${name}\n\n${table}\n\n`)
}
