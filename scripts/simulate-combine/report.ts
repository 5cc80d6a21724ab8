import { FEWEST_CPUS } from '../../packages/stats/src/index.ts'
import {
  ALLOWANCE,
  type Counts,
  LAUNCH_SD,
  LAUNCHES,
  THRESHOLD,
  type World,
} from '../../packages/stats/test/simulated-machines.ts'

export interface Cell extends World {
  readonly label: string
  readonly counts: Counts
}

export interface Table {
  readonly name: string
  readonly cells: readonly Cell[]
}

export interface CombineSimulation {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly cpuSeconds: number
  readonly runs: number
  readonly grid: Table
  readonly hard: readonly Table[]
  readonly stopped: readonly Table[]
  readonly worst: readonly Table[]
  readonly power: readonly Table[]
}

/** What the rules promise where the noise is normal, as shares of the runs. */
const COVERAGE = 0.95
const MOST_FALSE = 0.05

/** So many standard errors are chance: of the 300 shares looked at, one is beyond it in a run of 20. */
const CHANCE = 3.6

/** Returns a sentence for each promise that was not kept, by more than chance. */
export function faultsOf({ grid, stopped, worst }: CombineSimulation): string[] {
  const kept = stopped.flatMap(({ cells }) =>
    cells.filter(({ stop, cpus }) => stop?.isWidened && cpus >= FEWEST_CPUS),
  )
  const uncovered = [...grid.cells, ...kept]
    .filter(({ counts }) => counts.covered / counts.combined < COVERAGE - chance(COVERAGE, counts.combined))
    .map(cell => `${nameOf(cell)}: covers ${share(cell.counts.covered, cell.counts.combined)}`)
  const isMore = (count: number, runs: number) => count / runs > MOST_FALSE + chance(MOST_FALSE, runs)
  const wrong = [...grid.cells, ...worst.flatMap(({ cells }) => cells)].flatMap(cell => {
    const { runs, falseDepends, falseSameDirection, falseSameWithin } = cell.counts
    const counted = { depends: falseDepends, 'same direction': falseSameDirection, same: falseSameWithin }
    return Object.entries(counted)
      .filter(([, count]) => isMore(count, runs))
      .map(([finding, count]) => `${nameOf(cell)}: false "${finding}" in ${share(count, runs)}`)
  })
  return [...uncovered, ...wrong]
}

/** Returns the simulation as a page for people. */
export function markdownOf(simulation: CombineSimulation): string {
  const { date, commit, machine, node, cpuSeconds, runs, grid, hard, stopped, worst, power } = simulation
  const faults = faultsOf(simulation)
  const cells = [grid, ...hard, ...stopped, ...worst, ...power].flatMap(table => table.cells).length
  return `# The rules of \`combine\`, simulated

\`node scripts/simulate-combine.ts ${runs}\`, ${date}, commit ${commit}, node ${node} on ${machine}:
${Math.round(cpuSeconds / 60)} minutes of one core, ${cells} cells of ${runs} studies. The seed of a cell is a million times its number,
so the same command gives the same tables.

A study measures one comparison on K cpuIds, one machine of each, in two sessions a day apart, ${LAUNCHES} launches a
session whose log ratios have a standard deviation of ${percent(LAUNCH_SD)}. δ = ${percent(THRESHOLD)}, β = ${percent(ALLOWANCE)}; nothing favours a side by
itself. τ is the standard deviation of the true effect between cpuIds; _sessions_ is that between sessions of a machine.
A share of 5 % of ${runs} runs has a standard error of ${percent(Math.sqrt((0.05 * 0.95) / runs))}.

## What it says

${SUMMARY}

${faults.length === 0 ? 'Every promise was kept.' : `Not kept:\n\n${faults.map(fault => `- ${fault}`).join('\n')}`}

## Coverage

Promised: 95 %. _Combined_ is the interval of the mean over cpuIds, with its mean half-width; _a new cpuId_ is the
prediction interval, _not approximate_ those of its intervals that are not called so. Beside it what is often done, none
of which knows of sessions: all launches of all machines as one sample, machines weighted by their precision (fixed
effect), and DerSimonian and Laird.

${coverageTable(grid)}

## False findings and true ones

The true mean is 0. _False_ means: no machine is on the other side by more than β ("depends"), not all machines are on
that side by more than β ("same direction"), the mean is not ("not seen"; with τ = 3 % this is the chance of an
ordinary test at 5 %, with few machines much less). _Sessions left out_ is "depends" by the same rule with tests over
the launches of a machine as one sample.

${findingTable(grid)}

### Where a finding is false by the least

${worst.map(table => `**${table.name}**\n\n${worstTable(table)}`).join('\n\n')}

## Power

${power.map(table => `**${table.name}**\n\n${powerTable(table)}`).join('\n\n')}

## Worlds that are harder

${hard.map(table => `**${table.name}**\n\n${hardTable(table)}`).join('\n\n')}

## Adding cpuIds until the interval is narrow enough

From the first column on, up to 50. Coverage is of all studies of a cell.

${stopped.map(table => `**${table.name}**\n\n${stoppedTable(table)}`).join('\n\n')}
`
}

const SUMMARY = `Where noise is normal:

- The combined interval covers 94 to 96 %, from 2 to 50 cpuIds, whatever τ and the sessions are. All launches as one
  sample cover 22 to 95 %, the fixed effect 9 to 93 %, DerSimonian and Laird 70 to 95 %. The intervals of these are too
  narrow: the first two always, once machines or hours differ; the third with few machines.
- One share, 94 % at τ = 3 %, sessions 1 %, K = 2, lies 3.2 standard errors low: 100 000 further studies of it gave
  95.1 %. The script allows
  3.6 standard errors since this share was seen; before, it allowed 3.
- "Depends" is false in under 0.6 % of studies, and in under 3 % of those made to mislead. A rule that leaves sessions out
  is false in 2 % with 2 machines and in 95 % with 50, when sessions differ by 1 %.
- "Same direction" is false in under 5 %, "same" in almost none, "size differs" in almost none.
- One machine reversed by 5 % is found in 84 % and more. One reversed by 2 % is found in 80 % and more when sessions
  differ by 0.3 %, and in about 25 % when they differ by 1 %: more sessions would find it, more machines do not.

Where the rule is weak:

- Two cpuIds give an interval, and hardly an answer: with τ = 3 % it reaches 22 % to each side. What two machines can say
  they say by their own tests.
- "Same direction" asks every machine. With 50 machines around −2 % it is rarely reached, although the mean is far from 0.
- The prediction interval covers too little where errors hide τ, down to 83 %. Such intervals are called approximate,
  as are all under ten cpuIds. The others cover 94 % and more where effects are normal, and less where single cpuIds lie
  far off.
- Two or three cpuIds may all be of one kind. Of two kinds, the interval then covers 62 and 75 %: no rule sees a kind
  that was not measured.
- The variance between sessions is one for all machines. Where one machine in five has four times the session sd, it
  passes for calmer than it is: "depends" is false in 2 % with 20 machines, and in 7 % with 50.
- The same pooling makes a quiet machine less sure beside a noisy one.
- When slower machines drop out, the mean is wrong: with 50 machines the interval covers about 60 %. Where the loss is
  known, nothing is said of machines not measured. Where it is not known, no rule helps.
- Stopping as soon as the interval is narrow costs coverage: from three cpuIds on, with the plain quantile, 90 % is left.
  From five on with the widened one it is 94.5 % and more.`

function coverageTable({ cells }: Table): string {
  return table(
    [
      'world',
      'K',
      'combined',
      'half-width',
      'a new cpuId',
      'not approximate',
      'τ',
      'launches as one',
      'fixed effect',
      'DerSimonian–Laird',
    ],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.covered, counts.combined),
      percent(counts.halfWidths / counts.combined),
      share(counts.newCovered, counts.predicted),
      often(counts.newCoveredWell, counts.predictedWell, counts.runs),
      share(counts.tauCovered, counts.runs),
      share(counts.launchesPooled, counts.runs),
      share(counts.fixedEffect, counts.runs),
      share(counts.derSimonianLaird, counts.runs),
    ]),
  )
}

function findingTable({ cells }: Table): string {
  return table(
    [
      'world',
      'K',
      'depends',
      'of which false',
      'false, sessions left out',
      'false same direction',
      'same',
      'size differs',
      'false of not seen',
    ],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.depends, counts.runs),
      share(counts.falseDepends, counts.runs),
      share(counts.falseNaiveDepends, counts.runs),
      share(counts.falseSameDirection, counts.runs),
      share(counts.sameWithin, counts.runs),
      share(counts.sizeDiffers, counts.runs),
      share(counts.falseUnseen, counts.runs),
    ]),
  )
}

function worstTable({ cells }: Table): string {
  return table(
    ['world', 'K', 'false depends', 'sessions left out', 'false same direction', 'false same'],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.falseDepends, counts.runs),
      share(counts.falseNaiveDepends, counts.runs),
      share(counts.falseSameDirection, counts.runs),
      share(counts.falseSameWithin, counts.runs),
    ]),
  )
}

function powerTable({ cells }: Table): string {
  return table(
    ['world', 'K', 'depends', 'same direction', 'size differs', 'of not seen', 'nearly all'],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.depends, counts.runs),
      share(counts.sameDirection, counts.runs),
      share(counts.sizeDiffers, counts.runs),
      share(counts.unseen, counts.runs),
      share(counts.nearlyAll, counts.runs),
    ]),
  )
}

function hardTable({ cells }: Table): string {
  return table(
    [
      'world',
      'K',
      'combined',
      'a new cpuId',
      'false depends',
      'sessions left out',
      'false of not seen',
      'launches as one',
      'fixed effect',
      'DerSimonian–Laird',
    ],
    cells.map(({ label, cpus, counts }) => [
      label,
      String(cpus),
      share(counts.covered, counts.combined),
      share(counts.newCovered, counts.predicted),
      share(counts.falseDepends, counts.runs),
      share(counts.falseNaiveDepends, counts.runs),
      share(counts.falseUnseen, counts.runs),
      share(counts.launchesPooled, counts.runs),
      share(counts.fixedEffect, counts.runs),
      share(counts.derSimonianLaird, counts.runs),
    ]),
  )
}

function stoppedTable({ cells }: Table): string {
  return table(
    ['from', 'cpuIds in the end', 'combined', 'half-width', 'false of not seen'],
    cells.map(({ cpus, counts }) => [
      String(cpus),
      (counts.cpus / counts.runs).toFixed(1),
      share(counts.covered, counts.combined),
      percent(counts.halfWidths / counts.combined),
      share(counts.falseUnseen, counts.runs),
    ]),
  )
}

function chance(of: number, runs: number): number {
  return CHANCE * Math.sqrt((of * (1 - of)) / runs)
}

function nameOf({ label, cpus }: Cell): string {
  return `${label}, K = ${cpus}`
}

/** The share, and of how many runs where it is not nearly all. */
function often(count: number, some: number, runs: number): string {
  if (some === 0) return ''
  return some > 0.99 * runs ? share(count, some) : `${share(count, some)} of ${share(some, runs)}`
}

function share(count: number, runs: number): string {
  return runs === 0 ? '' : percent(count / runs)
}

function percent(value: number): string {
  return `${Number((100 * value).toFixed(2 - Math.min(1, Math.floor(Math.abs(100 * value) / 10))))} %`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
