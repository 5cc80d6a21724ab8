// A fleet that adds machines until its ratios are known well enough, on machines whose true effects are known:
// node scripts/simulate/fleet-width.ts [studies], 2000 a world if absent. Writes results/trust/fleet-width.md and ends with 1
// when a promise is not kept; pure computation on one core. The same seeds give the same tables on every machine.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsOf, markdownOf } from './fleet-width/report.ts'
import { RULES, WORLDS } from './fleet-width/rules.ts'
import { simulateWorld } from './fleet-width/studies.ts'
import { provenance } from './provenance.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** So far apart that no two worlds share a seed. */
const SEEDS = 1_000_000

const studies = Number(process.argv[2] ?? 2000)
const worlds = WORLDS.map((world, index) => {
  process.stdout.write(`${world.label}\n`)
  return { world, counts: simulateWorld(world, RULES, { studies, seed: SEEDS * (index + 1) }) }
})
const simulation = {
  ...provenance(),
  cpuSeconds: process.cpuUsage().user / 1e6,
  studies,
  worlds,
}
writeFileSync(`${ROOT}results/trust/fleet-width.md`, markdownOf(simulation))
const faults = faultsOf(simulation)
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
