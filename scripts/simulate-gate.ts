// The rules of `gate`, tried on folders whose true slowdowns are known: node scripts/simulate-gate.ts [folders], 2000 of
// each kind if absent. Writes results/trust/gate.md and ends with 1 when a rule fails its bound. Pure computation on one
// core, about three minutes. The same seeds give the same tables on every machine.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsOf, type GateWorld, type Outcome, simulateGate, WORLDS } from './simulate-gate/worlds.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folders = Number(process.argv[2] ?? 2000)

const found = WORLDS.map((world, index): readonly [GateWorld, Outcome] => {
  process.stdout.write(`${world.name}, ${world.cases} cases\n`)
  return [world, simulateGate(world, folders, 1_000_003 * (index + 1))]
})
const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim()
writeFileSync(`${ROOT}results/trust/gate.md`, markdown())
const faults = found.flatMap(([world, outcome]) => faultsOf(world, outcome, folders))
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

function markdown(): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const rows = found.map(([world, outcome]) => {
    const { falseAlarms, suspected, foundShare, foundAlone } = outcome
    return [
      `${world.name}`,
      String(world.cases),
      String(world.launches),
      percent(falseAlarms),
      suspected.toFixed(1),
      world.slow === 0 ? '' : percent(foundShare),
      Number.isNaN(foundAlone) ? '' : percent(foundAlone),
    ]
  })
  const heading = [
    'folder',
    'cases',
    'launches',
    'false alarm',
    'suspected',
    'slow ones found',
    'found of what is promised',
  ]
  return `# The rules of bench gate, simulated

${folders} folders of each kind, commit ${commit}, ${process.version}, \`node scripts/simulate-gate.ts ${folders}\`.

Spreads of a launch are log-normal over the cases of a folder, 1 % in the middle, from 0.3 to 3 % for most. Each case is
screened, those suspected (Benjamini and Hochberg, 20 %) are launched 10 times more, and Holm judges these launches alone.

| ${heading.join(' | ')} |
| ${heading.map((_, index) => (index === 0 ? ':--' : '--:')).join(' | ')} |
${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}

- _false alarm_: folders in which any case was confirmed that is not slower. Bound: 5 %.
- _suspected_: cases launched again, on average.
- _slow ones found_: of the cases that are slower, those confirmed.
- _found of what is promised_: one case made slower by what the screening of an equal folder says it would find
  with a chance of 80 %, and then confirmed.
`
}
