// The rules of `gate`, tried on folders whose true slowdowns are known: node scripts/simulate/gate.ts [folders], 2000 of
// each kind if absent. Writes results/trust/gate.md and ends with 1 when a rule fails its bound. Pure computation on one
// core, about five minutes. The same seeds give the same tables on every machine.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsOf, type GateWorld, type Outcome, simulateGate, WORLDS } from './gate/worlds.ts'
import { provenance } from './provenance.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folders = Number(process.argv[2] ?? 2000)

const found: (readonly [GateWorld, Outcome])[] = []
for (const [index, world] of WORLDS.entries()) {
  process.stdout.write(`${world.name}, ${world.cases} cases, ${100 * world.spread} %\n`)
  found.push([world, await simulateGate(world, folders, 1_000_003 * (index + 1))])
}
const { commit } = provenance()
writeFileSync(`${ROOT}results/trust/gate.md`, markdown())
const faults = found.flatMap(([world, outcome]) => faultsOf(world, outcome, folders))
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

function markdown(): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const rows = found.map(([world, outcome]) => {
    const { falseAlarms, launches, suspected, foundShare, foundAlone } = outcome
    return [
      `${world.name}`,
      String(world.cases),
      `${100 * world.spread} %`,
      launches.toFixed(1),
      percent(falseAlarms),
      suspected.toFixed(1),
      world.slow === 0 ? '' : percent(foundShare),
      Number.isNaN(foundAlone) ? '' : percent(foundAlone),
    ]
  })
  const heading = [
    'folder',
    'cases',
    'spread',
    'launches',
    'false alarm',
    'suspected',
    'slow ones found',
    'found of what is promised',
  ]
  return `# The rules of bench gate, simulated

${folders} folders of each kind, commit ${commit}, ${process.version}, \`node scripts/simulate/gate.ts ${folders}\`.

Spreads of a launch are log-normal over the cases of a folder: for most from a quarter of the middle one to four times as
much. A case is screened in 5 launches, and goes on to 20 at most until its ratio is known to ± 3 %. Those suspected
(Benjamini and Hochberg, 20 %) are launched 20 times more, and Holm judges these launches alone. The time is never up.

| ${heading.join(' | ')} |
| ${heading.map((_, index) => (index === 0 ? ':--' : '--:')).join(' | ')} |
${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}

- _spread_: of the log ratios of a launch, in the middle of the cases.
- _launches_: of a case in the screening, on average.
- _false alarm_: folders in which any case was confirmed that is not slower. Bound: 5 %.
- _suspected_: cases launched again, on average.
- _slow ones found_: of the cases that are slower, those confirmed.
- _found of what is promised_: one case made slower by what the screening of an equal folder says it would find
  with a chance of 80 %, and then confirmed.
`
}
