// The rules of `gate`, tried on folders whose true slowdowns are known: node scripts/simulate/gate.ts [folders], 2000 of
// each kind if absent. Prints a table, and ends with 1 when a rule fails its bound. Seeded; about five minutes of one core.
import { faultsOf, simulateGate, WORLDS } from './gate/worlds.ts'

const folders = Number(process.argv[2] ?? 2000)
const faults: string[] = []

// The spread is that of the log ratios of a launch, in the middle of the cases; launches are of a case in the screening.
say(
  '| folder | cases | spread | launches | false alarm | suspected | slow ones found | found of what is promised |',
)
say('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [index, world] of WORLDS.entries()) {
  const outcome = await simulateGate(world, folders, 1_000_003 * (index + 1))
  const { falseAlarms, launches, suspected, foundShare, foundAlone } = outcome
  const row = [
    ...[world.name, world.cases, `${100 * world.spread} %`, launches.toFixed(1), percent(falseAlarms)],
    ...[suspected.toFixed(1), world.slow === 0 ? '' : percent(foundShare)],
    Number.isNaN(foundAlone) ? '' : percent(foundAlone),
  ]
  say(`| ${row.join(' | ')} |`)
  faults.push(...faultsOf(world, outcome, folders))
}
for (const fault of faults) say(fault)
if (faults.length > 0) process.exitCode = 1

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
